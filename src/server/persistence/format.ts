import { rowTypes } from '../../kernel/contract/generated/row-types.ts'

/**
 * The format in which worlds are saved. Raise the number by hand if records get other names or values another meaning. The digest of the types of
 * all rows changes by itself. Worlds of another format are refused, and stay as they are.
 */
export const SAVE_FORMAT = `4-${rowTypes}`
