// Stands for the styles of the parts, which styles.py puts in the place of this module.
export const STYLES = { tree: "", table: "", plane: "", stage: "" };
