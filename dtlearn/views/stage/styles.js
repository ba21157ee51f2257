// Stands for the styles of the parts, which walkthrough.py puts in the place of this module.
export const STYLES = { tree: "", table: "", plane: "", stage: "" };
