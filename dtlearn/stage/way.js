// The way of an example through a tree in words, as dtlearn/show/tree/way.py says it.

const OPEN = ["This node is not decided yet.", "The word does not reach this node yet."]; // where a way ends for now

// nodes : those drawn. way : the ids that it visits. example : its number, or the values of a new one.
export function wayText({ features, examples, word }, nodes, way, example) {
  const visited = way.map((id) => nodes.find((node) => node.id === id)).filter(Boolean), end = visited.at(-1);
  const said = visited.slice(0, -1).map(({ id, title, asks, goes }, i) => {
    if (goes || !asks) return "";
    const [feature] = asks, { name, values } = features[feature], { branch, id: next } = visited[i + 1];
    const set = example[feature],
      value = set === undefined ? examples.rows[example][feature + 1] : values?.[set] ?? set;
    if (title.length <= name.length) return `${title}? ${value}.`; // it has a branch for each value
    const yes = branch === "1" || (branch !== "0" && next === `${id}.0`); // a bit's branches are 0 and 1
    return `${title}? ${yes ? "Yes" : "No"}, it is ${value}.`;
  });
  return [...said, end.kind === "leaf" ? `So: ${end.title}.` : OPEN[Number(Boolean(word))]].filter(Boolean).join(" ");
}
