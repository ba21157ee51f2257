// What phones and lecturers see alike.
export function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export const ROUNDS = ["first", "second", "third"];

// The votes for an option, a bar a round. votes : a list of counts a round.
export function tally(votes, k) {
  const grid = element("div", { className: "tally" });
  votes.forEach((counts, round) => {
    const all = counts.reduce((a, b) => a + b, 0);
    const bar = element("div", { className: round === votes.length - 1 ? "share" : "share before" });
    bar.style.width = `${all ? 100 * counts[k] / all : 0}%`;
    grid.append(
      element("span", { textContent: votes.length > 1 ? `${ROUNDS[round]} vote` : "" }),
      element("div", {}, bar),
      element("span", { textContent: `${counts[k]} of ${all}` }),
    );
  });
  return grid;
}
