import { component } from "../shared/mount.js";
import { choices } from "stage/table.js";

export default component((send) => choices(send));
