// maildouble by its fixtures: a server of the worker, and a world for each test.
import { applicationAt, openEndpoint } from '../service.mjs'

/** @type {typeof import('../../../src/kit/testing/vitest.ts')} */
const { test } = await import(`${process.env['BENCH_PACKAGE']}/vitest.js`)

/** @type {import('../service.mjs').DefineTest} */
export function defineTest(name, body) {
  test(`member ${name}`, ({ world }) =>
    body({
      application: applicationAt(world.baseUrl, world.apiKey),
      openEndpoint,
      advance: (duration) => world.clock.advance(duration),
    }))
}
