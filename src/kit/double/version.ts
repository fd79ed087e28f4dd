/** The version of maildouble. */
export { version } from '../../kernel/contract/generated/version.ts'
