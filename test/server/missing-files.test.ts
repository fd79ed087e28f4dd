import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startServer, type RunningServer } from '../../src/index.ts'

// As if the package had been installed again while its server runs.
vi.mock('../../src/service/resources/merge-fields/operations.ts', () => {
  throw new Error('Cannot find module')
})
vi.mock('../../src/kit/double/reference.ts', () => {
  throw new Error('Cannot find module')
})

let server: RunningServer
let logged: string[] = []
beforeAll(async () => {
  server = await startServer({ scenario: 'starter', log: (message) => logged.push(message) })
})
afterAll(() => server.stop())

test.each(['/3.0/lists/aaaaaaaaaa/merge-fields', '/_docs'])(
  'a call of %s, whose code cannot be loaded, is answered and logged as a defect',
  async (path) => {
    logged = []
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${server.apiKey}` } })
    expect([answer.status, answer.headers.get('x-maildouble-defect')]).toEqual([500, '1'])
    expect(logged).toEqual([expect.stringMatching(/^DEFECT of maildouble/)])
  },
)
