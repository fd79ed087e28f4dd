import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { curlsOf, SERVER_URL } from '../build/control-curls.mjs'
import { controlPage } from '../build/control-page.mjs'
import { controlContract } from '../build/spec.mjs'
import { startServer, type RunningServer } from '../src/index.ts'

const shown = curlsOf(await controlContract())
const page = controlPage(await controlContract())

describe('the reference of the control API', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({ scenario: 'webhooks', clock: { mode: 'realtime', rate: 1 } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    const { worlds } = (await (await fetch(`${server.url}/_control/worlds`)).json()) as { worlds: { id: string }[] }
    for (const { id } of worlds) await fetch(`${server.url}/_control/worlds/${id}`, { method: 'DELETE' })
    await fetch(`${server.url}/_control/reset`, { method: 'POST' })
  })

  /** Runs a command on the page against the server and returns the status of its last call. */
  async function give(command: string): Promise<string> {
    const curls = command.replaceAll(SERVER_URL, server.url).replaceAll(/\bcurl /g, "curl -o /dev/null -w '%{http_code}\\n' ")
    const { stdout } = await promisify(execFile)('bash', ['-c', `{ ${curls}\n} || true`])
    return stdout.trim().split('\n').at(-1) ?? ''
  }

  test('shows a command for every operation of the contract', () => {
    const block = (curl: string) => `\`\`\`sh\n${curl}\n\`\`\``
    expect(shown.filter(({ curl }) => !page.includes(block(curl))).map(({ id }) => id)).toEqual([])
  })

  test.each(shown)('the example of $id in the reference is answered with $status', async ({ after, curl, status }) => {
    for (const id of after) await give(shown.find((each) => each.id === id)?.curl ?? '')
    expect(await give(curl)).toBe(status)
  })
})
