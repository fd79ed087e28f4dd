/**
 * The number of the format in which worlds are saved: what their records, tables and fields are called, and what the values mean. It changes
 * with any of these. Worlds of another format are refused, and stay as they are.
 */
export const SAVE_FORMAT = 3
