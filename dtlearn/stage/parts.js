// The parts that some documents have, by their names there; of a page that plays styles.py leaves those in that it
// needs. Each is (lesson, acts, signal, around) => ({ root, update(k, seen) {}, beside, panel }): acts, {go(k),
// walk(values), follow(row), ask(place)}; seen, what is lit, {way, row, values, said, height}; beside, its class where
// it stands beside the tree; the others stand below it; panel, one more of those below.
import { boxes } from "./parts/boxes.js";
import { chart } from "./parts/chart.js";
import { partition } from "./parts/partition.js";
import { surface } from "./parts/surface.js";
import { votes } from "./parts/votes.js";
import { word } from "./parts/word.js";
export const PARTS = { boxes, chart, plane: partition, surface, votes, word };
