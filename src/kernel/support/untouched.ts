/** Marks a request that maildouble itself makes, so that interception and mocks of the test suite leave it alone. */
export const UNTOUCHED = Symbol.for('maildouble.untouched')
