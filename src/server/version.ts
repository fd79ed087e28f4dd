/** The version of maildouble. */
export { version } from '../contract/generated/version.ts'
