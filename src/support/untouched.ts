/** Marks a request that the double makes on its own behalf: what a suite does to the calls of its application is not meant for it. */
export const UNTOUCHED = Symbol.for('maildouble.untouched')
