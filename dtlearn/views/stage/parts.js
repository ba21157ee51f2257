// The parts that some documents have, by their names there; of a page that plays walkthrough.py leaves those in that it
// needs. Each is (lesson, acts, signal, around) => ({ root, update(k, seen) {}, beside, panel }): acts, {go(k),
// walk(values), follow(row), ask(place)}; seen, what is lit, {way, row, values, said, height}; beside, its class where
// it stands beside the tree; the others stand below it; panel, one more of those below.
import { boxes } from "./boxes.js";
import { chart } from "./chart.js";
import { partition } from "./partition.js";
import { surface } from "./surface.js";
import { votes } from "./votes.js";
import { word } from "./word.js";
export const PARTS = { boxes, chart, plane: partition, surface, votes, word };
