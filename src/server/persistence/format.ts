import { rowTypes } from '../../kernel/contract/generated/row-types.ts'

/**
 * The format in which worlds are saved: a number for what records are called and what values mean, which is raised by hand, and the digest of the types
 * of all rows. Worlds of another format are refused, and stay as they are.
 */
export const SAVE_FORMAT = `3-${rowTypes}`
