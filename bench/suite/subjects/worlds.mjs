// Tests that have a world and make no calls.

/** @type {typeof import('../../../src/kit/testing/vitest.ts')} */
const { test } = await import(`${process.env['BENCH_PACKAGE']}/vitest.js`)

/** @param {string} name */
export function defineTest(name) {
  test(`member ${name}`, ({ world }) => void world)
}
