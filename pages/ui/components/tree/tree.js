import { component } from "../shared/mount.js";
import { picture } from "stage/tree.js";

export default component(picture);
