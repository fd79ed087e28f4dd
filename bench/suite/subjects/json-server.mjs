// json-server, started once for the run, and what it lacks written by hand around it (json-server-program.mjs). All tests share its
// members, so that each test has a list of its own for its webhooks.
import { test } from 'vitest'
import { applicationAt, openEndpoint } from '../service.mjs'

const url = process.env['BENCH_SERVER'] ?? ''

/** @type {import('../service.mjs').DefineTest} */
export function defineTest(name, body) {
  test(`member ${name}`, ({ task }) =>
    body({
      application: applicationAt(url, 'no key', task.id),
      openEndpoint,
      advance: () => fetch(`${url}/advance`, { method: 'POST' }),
    }))
}
