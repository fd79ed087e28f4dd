/** Whether two plain values are equal in depth. */
export { isDeepStrictEqual as equal } from 'node:util'
