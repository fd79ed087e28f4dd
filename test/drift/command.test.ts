import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startServer } from '../../src/index.ts'
import { connect } from '../../src/kit/client/connect.ts'
import { runCommand } from '../cli/run.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-drift-command-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string): string => join(folder, name)

/** Runs the command with a folder of its own for what runs leave behind. */
async function drift(server: { readonly url: string; readonly apiKey: string }, ...args: string[]) {
  const before = process.env['XDG_STATE_HOME']
  Object.assign(process.env, { XDG_STATE_HOME: folder, DRIFT_COMMAND_KEY: server.apiKey })
  try {
    return await runCommand(
      'drift',
      '--against',
      `${server.url}/3.0`,
      '--key-env',
      'DRIFT_COMMAND_KEY',
      '--rate',
      'none',
      ...args,
    )
  } finally {
    if (before === undefined) delete process.env['XDG_STATE_HOME']
    else process.env['XDG_STATE_HOME'] = before
  }
}

test('reports of drift are for the owner of the file only, also in files that others could read', async () => {
  await using server = await startServer({ scenario: 'empty' })
  writeFileSync(file('old.json'), '', { mode: 0o644 })
  await drift(server, '--max-calls', '3', '--json', file('old.json'))
  expect(statSync(file('old.json')).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file('old.json'), 'utf8'))).toMatchObject({ kind: 'drift', calls: 3 })
})

test.each([
  [['--yes'], '--yes needs --writes: without it, nothing is changed and nothing is asked.'],
  [['--domain', 'mail.example.com', '--yes'], '--domain needs --writes, which adds members.'],
])('drift without --writes refuses %j', async (args, message) => {
  expect(await drift({ url: 'http://127.0.0.1:9', apiKey: 'none' }, ...args)).toEqual({
    code: 2,
    out: '',
    err: `maildouble: ${message}\n`,
  })
})

test('a list that --writes has not deleted is told by the report and by the next run', async () => {
  await using server = await startServer({ scenario: 'empty' })
  const world = await connect(server).worlds.get()
  await world.faults.add({
    match: { operation: 'deleteList' },
    effect: { problem: { status: 403, title: 'Forbidden' } },
  })
  const { code, out } = await drift(server, '--writes', '--yes', '--max-calls', '9')
  expect(code).toBe(2)
  const { body } = await world.get('/lists')
  const [{ name = 'none' } = {}] = body.lists ?? []
  expect(out.replaceAll(/\s+/g, ' ')).toContain(`A list named "${name}" may have been created`)
  const next = await drift(server, '--max-calls', '3')
  expect(next.err).toContain(`a list named "${name}"`)
  expect(next.err).toContain('delete it by hand')
})
