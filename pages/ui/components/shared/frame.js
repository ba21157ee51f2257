// Buttons with a frame, large enough for a finger.
import { button } from "./dom.js";

export const framed = (text, act, title) => button(text, act, title, "framed");
