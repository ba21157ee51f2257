// Stands for what Python gives the scripts (declare.py), which takes the place of this module.
export const PARTS = 1, DOM = "", STYLE = ""; // see stage.js
// see tabletext.js, share.js
export const SAVES = { TEX: {}, COMMANDS: [], FORMULA: [], PLAIN: "", ALONE: [], NOT_FOR_PHONES: "" };
