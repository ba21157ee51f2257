import { component } from "../shared/mount.js";
import { ballots } from "stage/base/ballots.js";

export default component(ballots);
