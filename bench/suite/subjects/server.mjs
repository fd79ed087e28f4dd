// maildouble as a server that is started once for the run: a world for each test, by the client.
import { test } from 'vitest'
import { applicationAt, openEndpoint } from '../service.mjs'

/** @type {typeof import('../../../src/kit/client/index.ts')} */
const { connect } = await import(`${process.env['BENCH_PACKAGE']}/client.js`)
const maildouble = connect({ url: process.env['BENCH_SERVER'] ?? '' })

/** @type {import('../service.mjs').DefineTest} */
export function defineTest(name, body) {
  test(`member ${name}`, async () => {
    const world = await maildouble.worlds.create({ clock: { mode: 'frozen' } })
    await body({
      application: applicationAt(world.baseUrl, world.apiKey),
      openEndpoint,
      advance: (duration) => world.clock.advance(duration),
    })
    await world.delete()
  })
}
