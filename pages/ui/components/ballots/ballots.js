import { component } from "../shared/mount.js";
import { ballots } from "stage/ballots.js";

export default component(ballots);
