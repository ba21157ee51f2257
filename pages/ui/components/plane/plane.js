// The plane that one draws in, on the page Regions.
import { Editor } from "../shared/editor.js";
import { component } from "../shared/mount.js";

export default component((send, signal) => new Editor(send, signal));
