import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionLines } from '../../src/kit/client/connection-code.ts'
import { formatVariables } from '../../src/kit/cli/env/env.ts'
import { environmentOption } from '../../src/kit/cli/options.ts'
import { program } from '../../src/kit/cli/program.ts'
import { connect } from '../../src/kit/client/connect.ts'
import { settings } from '../../src/kernel/contract/settings.ts'
import { startServer, type RunningServer } from '../../src/index.ts'
import { runCommand } from './run.ts'

let server: RunningServer
beforeAll(async () => void (server = await startServer({ seed: 'env' })))
afterAll(() => server.stop())

/** Characters with a meaning in shells. */
const ODD = `it's "50 %" of $HOME & \`more\` \\ (all) !`

test('maildouble env prints the variables that direct an application to the world default', async () => {
  const { code, out } = await runCommand('env', '--url', `${server.url}/`, '--format', 'json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual({
    MAILDOUBLE_URL: server.url,
    MAILDOUBLE_WORLD: 'default',
    MAILDOUBLE_BASE_URL: server.url,
    MAILDOUBLE_API_URL: `${server.url}/3.0`,
    MAILDOUBLE_API_KEY: server.apiKey,
    MAILDOUBLE_AUTH_URL: server.url,
    MAILDOUBLE_OAUTH_CLIENT_ID: expect.any(String),
    MAILDOUBLE_OAUTH_CLIENT_SECRET: expect.any(String),
    MAILDOUBLE_OAUTH_REDIRECT_URI: 'http://127.0.0.1:3000/callback',
  })
})

test('maildouble env prints the variables of another world', async () => {
  const world = await connect(server).worlds.create({ id: 'other' })
  const { out } = await runCommand('env', '--url', server.url, '--world', 'other', '--format', 'dotenv')
  expect(out).toContain(`MAILDOUBLE_BASE_URL=${server.url}/_worlds/other\n`)
  expect(out).toContain(`MAILDOUBLE_API_KEY=${world.apiKey}\n`)
})

test('maildouble env prints no variable with a different meaning in serve, while the token means the same', async () => {
  const world = await connect({ url: server.url, controlToken: 'secret' }).worlds.get()
  const names = Object.keys(world.variables)
  const serve = program().commands.find((command) => command.name() === 'serve')
  const taken = [
    ...(serve?.options ?? []).map(({ envVar }) => envVar),
    ...Object.keys(settings).map((name) => environmentOption('--any', '', name.toUpperCase().replaceAll('.', '_')).envVar),
  ]
  expect(names.filter((name) => taken.includes(name))).toEqual(['MAILDOUBLE_CONTROL_TOKEN'])
})

test.each([['sh'], ['bash']])('maildouble env can be evaluated by %s, whatever characters a value contains', (shell) => {
  const script = `${formatVariables({ ODD, URL: 'http://127.0.0.1:1' }, 'sh')}\nprintf '%s\\n%s' "$ODD" "$URL"`
  expect(execFileSync(shell, ['-c', script], { encoding: 'utf8' })).toBe(`${ODD}\nhttp://127.0.0.1:1`)
})

test.each([
  ['fish', "it's \\ $1", "set -gx NAME 'it\\'s \\\\ $1'"],
  ['powershell', "it's $1 ’", "$env:NAME = 'it''s $1 ’’'"],
  ['cmd', '50% & more', 'set "NAME=50%% & more"'],
  ['cmd', 'a "b" & c', 'set NAME=a ^"b^" ^& c'],
  ['dotenv', 'http://127.0.0.1:4030/3.0', 'NAME=http://127.0.0.1:4030/3.0'],
  ['dotenv', 'a #b $c', "NAME='a #b $c'"],
  ['dotenv', "it's", 'NAME="it\'s"'],
  ['github', "it's", "NAME=it's"],
] as const)('a value is quoted for the format %s: %s', (format, value, line) => {
  expect(formatVariables({ NAME: value }, format)).toBe(line)
})

test('maildouble env reports a value that a format cannot express', () => {
  expect(() => formatVariables({ NAME: 'a\nb' }, 'sh')).toThrow(
    'NAME contains a line break or another character that sh cannot express. Use --format json.',
  )
  expect(() => formatVariables({ NAME: ODD }, 'dotenv')).toThrow(
    'NAME contains characters that parsers of dotenv files disagree on.',
  )
})

test('maildouble env prints snippets for curl and Node that run as they are', async () => {
  const curl = await runCommand('env', '--url', server.url, '--for', 'curl')
  expect(curl.out).toBe(`curl -sS -u 'any:${server.apiKey}' '${server.url}/3.0/lists'\n`)
  const { out } = await runCommand('env', '--url', server.url, '--for', 'node')
  const lists: unknown[] = []
  const code = `return (async (console) => {${out}})(arguments[0])`
  await new Function(code)({ log: (answer: { total_items: number }) => lists.push(answer.total_items) })
  expect(lists).toEqual([3])
})

test.each(['python', 'ruby', 'php', 'go', 'java', 'csharp'])(
  'maildouble env prints the URL and the key in the snippet for %s',
  async (language) => {
    const { out } = await runCommand('env', '--url', server.url, '--for', language)
    expect(out).toContain(`${server.url}/3.0`)
    expect(out).toContain(server.apiKey)
  },
)

test('maildouble env rejects values that would execute code in a snippet', () => {
  const place = { baseUrl: server.url, apiKey: "'$(touch no)`" }
  expect(() => connectionLines('curl', place)).toThrow(
    'contains characters that not every language takes literally. Use --format json.',
  )
  expect(() => connectionLines('ruby', { baseUrl: 'http://a.test/#{no}', apiKey: 'b' })).toThrow('contains characters')
  expect(connectionLines('curl', { baseUrl: 'http://[::1]:4030/_worlds/a', apiKey: 'b-dc1' })).toContain('[::1]')
})

test('maildouble env says what to do if there is no server or no such world', async () => {
  const refused = await runCommand('env', '--url', 'http://127.0.0.1:1')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('No maildouble answers at http://127.0.0.1:1')
  expect((await runCommand('env', '--url', server.url, '--world', 'nope')).err).toContain('There is no world nope.')
})
