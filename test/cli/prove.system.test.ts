import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect } from '../../src/kit/client/connect.ts'
import { createDouble } from '../../src/index.ts'
import { builtProgram } from '../server/program.ts'
import { runCommand, wideLines } from './run.ts'

const root = mkdtempSync(join(tmpdir(), 'maildouble-prove-test-'))
const folder = join(root, 'failures/sign-up')

/** The id of the first call of the run. */
let firstCall: string

/** A run whose second sign-up was refused, since the member was there, and which went on. */
beforeAll(async () => {
  const world = await connect(await createDouble()).worlds.create({ id: 'sign-up' })
  const ada = { email_address: 'ada.l@acme.test', status: 'subscribed' } as const
  await world.post('/lists/aaaaaaaaaa/members', ada)
  await world.post('/lists/aaaaaaaaaa/members', ada)
  await world.delete('/lists/aaaaaaaaaa/members/ada.l@acme.test')
  firstCall = (await world.requests.list())[0]?.id ?? ''
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sign-up.bundle.json'), JSON.stringify(await world.bundle()))
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => rmSync(root, { recursive: true }))

/** A program that calls the service and passes if the answer has a status. */
function program(method: string, status: number, path = '/lists/aaaaaaaaaa/members/ada.l@acme.test'): string {
  return `const { MAILDOUBLE_API_URL: url, MAILDOUBLE_API_KEY: key } = process.env
fetch(url + '${path}', {
  method: '${method}',
  headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
  body: '${method}' === 'GET' ? undefined : '${sent[method] ?? ''}',
}).then((answer) => process.exit(answer.status === ${status} ? 0 : 3))`
}

const sent: Readonly<Record<string, string>> = {
  POST: '{"email_address":"ada.l@acme.test","status":"subscribed"}',
  PUT: '{"email_address":"ada.l@acme.test","status_if_new":"subscribed"}',
}
const MEMBERS = '/lists/aaaaaaaaaa/members'

describe('maildouble prove', () => {
  test('maildouble prove runs a command in the world as it was before the refused call', async () => {
    const proven = await runCommand('prove', folder, '--', 'node', '-e', program('PUT', 200))
    expect(proven).toEqual({
      code: 0,
      out: `The world after 1 step of the run, up to POST /3.0/lists/aaaaaaaaaa/members (answered 400)
  here: passes, 1 call to the service
Passes now: PUT /3.0/lists/aaaaaaaaaa/members/ada.l@acme.test was answered 200.
To show that a change made it pass, name a commit before the change with --base.
`,
      err: '',
    })
    expect(wideLines(proven.out).length).toBeLessThanOrEqual(1)
  })

  test('maildouble prove says that a command which only pings proves nothing', async () => {
    const { code, out } = await runCommand('prove', folder, '--', 'node', '-e', program('GET', 200, '/ping'))
    expect(out).toContain('Not proven: the command passes, but made no call like POST\n/3.0/lists/aaaaaaaaaa/members.\n')
    expect(code).toBe(1)
  })

  test('maildouble prove says that a command which is refused again and ignores it proves nothing', async () => {
    const repeated = program('POST', 400, MEMBERS)
    const { code, out } = await runCommand('prove', folder, '--', 'node', '-e', repeated)
    expect(out).toContain('Not proven: the command passes, but POST /3.0/lists/aaaaaaaaaa/members was\nanswered 400.\n')
    expect(code).toBe(1)
    const others = `${repeated.replace('process.exit', '')}.then(() => fetch(url + '${MEMBERS}', { method: 'POST', headers: { authorization: 'Bearer ' + key }, body: '{"email_address":"bob@acme.test","status":"subscribed"}' }))`
    expect((await runCommand('prove', folder, '--', 'node', '-e', others)).out).toContain(
      'Not proven: the command passes, but POST',
    )
  })

  test('maildouble prove accepts another write of the same thing after the call was refused again', async () => {
    const upsert = `${program('POST', 400, MEMBERS).replace('process.exit', '')}.then(() => { ${program('PUT', 200)} })`
    const { code, out } = await runCommand('prove', folder, '--', 'node', '-e', upsert)
    expect([code, out]).toEqual([0, expect.stringContaining('here: passes, 2 calls to the service\nPasses now: PUT')])
  })

  test('maildouble prove with --whole runs the command in the world at the end of the run', async () => {
    const { code, out } = await runCommand('prove', folder, '--whole', '--', 'node', '-e', program('GET', 404))
    expect(out).toContain('The world after 3 steps of the run\n  here: fails (exit status 3), 1 call to the service')
    expect(code).toBe(1)
  })

  test('maildouble prove with --call runs the command in the world before the call named by number or id', async () => {
    for (const name of ['1', firstCall]) {
      const { code, out } = await runCommand('prove', folder, '--call', name, '--', 'node', '-e', program('PUT', 200))
      expect(out).toContain(
        'The world after 0 steps of the run, up to POST /3.0/lists/aaaaaaaaaa/members (answered 200)\n  here: passes',
      )
      expect(code).toBe(0)
    }
    const third = await runCommand('prove', folder, '--call', '3', '--', 'node', '-e', program('DELETE', 204))
    expect([third.code, third.out.split('\n')[0]]).toEqual([
      0,
      'The world after 2 steps of the run, up to DELETE /3.0/lists/aaaaaaaaaa/members/ada.l@acme.test (answered 204)',
    ])
  })

  test.each(['0', '4', 'no-such-id'])('maildouble prove rejects --call %s, which names no call of the run', async (name) => {
    const { code, err } = await runCommand('prove', folder, '--call', name, '--', 'node', '-e', '0')
    expect([code, err]).toEqual([
      1,
      `maildouble: --call: There is no call ${name} in the run. Its calls have the numbers 1 to 3, and the ids that the journal shows.\n`,
    ])
  })

  test('maildouble prove says that a run without a refused call proves nothing, and runs no command', async () => {
    const world = await connect(await createDouble()).worlds.create({ id: 'fine' })
    await world.fetch('/lists')
    const file = join(root, 'fine.bundle.json')
    writeFileSync(file, JSON.stringify(await world.bundle()))
    const marker = join(root, 'marker')
    const { code, out } = await runCommand('prove', file, '--', 'node', '-e', `fs.writeFileSync(${JSON.stringify(marker)}, '')`)
    expect([code, out]).toEqual([
      1,
      'Not proven: no call of the run was refused. Name the call that went wrong with --call, or replay the whole run with --whole.\n',
    ])
    expect(existsSync(marker)).toBe(false)
    const whole = await runCommand('prove', file, '--whole', '--', 'node', '-e', program('GET', 404))
    expect([whole.code, whole.out]).toEqual([
      0,
      expect.stringContaining('Passes now. No call of the run was refused, so nothing more is proven.'),
    ])
  })

  test('maildouble prove says that a command without a call proves nothing', async () => {
    const { code, out } = await runCommand('prove', folder, '--', 'node', '-e', '0')
    expect(out).toContain('Not proven: the command made no call to the service.')
    expect(code).toBe(1)
  })

  test('maildouble prove rejects a program that does not exist', async () => {
    const { code, err } = await runCommand('prove', folder, '--', 'no-such-program')
    expect([code, err]).toEqual([
      1,
      'maildouble: There is no program no-such-program. The command stands after --, as in: -- npm test\n',
    ])
  })

  describe('with --base', () => {
    const repository = join(root, 'repository')
    const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args])
    const commit = (name: string, text: string) => {
      writeFileSync(join(repository, 'app/sync.js'), text)
      git('add', '-A')
      git('-c', 'user.name=a', '-c', 'user.email=a@acme.test', 'commit', '-qm', name)
      git('tag', name)
    }

    beforeAll(() => {
      mkdirSync(join(repository, 'app'), { recursive: true })
      git('init', '-q')
      commit('wrong', program('POST', 200, MEMBERS))
      commit('other', program('PUT', 201))
      commit('early', program('GET', 201))
      commit('right', program('PUT', 200))
      commit('idle', '0')
      git('checkout', '-q', 'right')
    })

    const proved = (base: string) => {
      vi.spyOn(process, 'cwd').mockReturnValue(join(repository, 'app'))
      return runCommand('prove', folder, '--base', base, '--', 'node', 'sync.js')
    }

    test('maildouble prove with --base requires that the command fails at the base and passes here', async () => {
      const { code, out } = await proved('wrong')
      expect(out).toContain(`  wrong: fails (exit status 3), 1 call to the service
  here: passes, 1 call to the service
Proven: it fails at wrong, and passes here, where PUT
/3.0/lists/aaaaaaaaaa/members/ada.l@acme.test was answered 200.`)
      expect(code).toBe(0)
    })

    test('maildouble prove with --base prints the two outputs of the command under headings of their own', async () => {
      const entry = await builtProgram()
      const printing = `console.log('printed ' + (process.cwd().split('/').includes('base') ? 'there' : 'here')); ${program('PUT', 200)}`
      const args = [entry, 'prove', folder, '--base', 'wrong', '--', 'node', '-e', printing]
      const { stdout } = spawnSync(process.execPath, args, { cwd: join(repository, 'app'), encoding: 'utf8' })
      expect(stdout).toContain('\n\nOutput at wrong:\nprinted there\n\nOutput here:\nprinted here\n\n  wrong: passes, 1 call')
    })

    test.each([
      ['right', 'Not proven: the command passes at the base too'],
      ['idle', 'Not proven: at the base, the command made no call to the service.'],
      ['early', 'Not proven: at the base, the command fails before it makes a call like POST'],
      ['other', 'was answered 200, so the command fails there for another reason.'],
    ])('maildouble prove with --base proves nothing otherwise: %s', async (base, verdict) => {
      const { code, out } = await proved(base)
      expect(out.replaceAll('\n', ' ')).toContain(verdict)
      expect(code).toBe(1)
    })

    test('maildouble prove with --base names an unknown commit, and leaves no checkout', async () => {
      const { code, out, err } = await proved('nowhere')
      expect([code, out, err]).toEqual([1, '', 'maildouble: --base: invalid reference: nowhere^{commit}\n'])
      expect(String(git('worktree', 'list')).trim().split('\n')).toHaveLength(1)
    })
  })
})
