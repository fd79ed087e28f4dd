import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterEach, describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { actionIn, job, type ActionResult } from './runner.ts'

const { version: packageVersion } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }

const ends: (() => void)[] = []

afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A job with the package installed, or a fake `npm` that would install it. */
async function jobs(environment: Readonly<Record<string, string>> = {}) {
  const each = job(environment)
  ends.push(each.end)
  const start = async (inputs: Readonly<Record<string, string>> = {}): Promise<ActionResult> => {
    const ran = await each.run('action.yml', { port: '0', ...inputs })
    const { pid } = ran.outputs
    if (pid !== undefined) ends.push(() => process.kill(Number(pid), 'SIGKILL'))
    return ran
  }
  return { ...each, start }
}

async function body(url: string, headers: Record<string, string> = {}): Promise<Body> {
  return (await fetch(url, { headers })).json()
}

describe('the action', () => {
  test.each(['action.yml', 'report/action.yml'])('%s expands no input in a shell script', (file) => {
    const { runs } = actionIn(file)
    expect(runs.using).toBe('composite')
    for (const { run, shell } of runs.steps) {
      expect(run).not.toContain('${{')
      expect(shell).toBe('bash')
    }
  })

  test("the action starts the project's server and exports its URL to later steps", async () => {
    const { start, env, install } = await jobs()
    await install()
    const { code, outputs, printed } = await start()
    expect([code, printed]).toEqual([
      0,
      expect.stringMatching(/^maildouble \d+\.\d+\.\d+ serves at http:\/\/127\.0\.0\.1:\d+\n$/),
    ])
    expect(env()).toEqual({
      MAILDOUBLE_URL: outputs['url'],
      MAILDOUBLE_API_KEY: outputs['api-key'],
      MAILDOUBLE_PROGRAM: expect.stringMatching(/work\/node_modules\/maildouble\/dist\/cli\.js$/),
    })
    const headers = { authorization: `Bearer ${outputs['api-key']}` }
    expect((await body(`${outputs['url']}/3.0/lists`, headers)).total_items).toBe(3)
    await expect.poll(() => readFileSync(outputs['log'] ?? '', 'utf8')).toContain('"operation":"getLists"')
  })

  test('the action starts with a scenario, also from a folder of the project, and accepts further options', async () => {
    const { start, install, workspace } = await jobs()
    await install()
    mkdirSync(join(workspace, 'own scenarios'))
    writeFileSync(join(workspace, 'own scenarios/shop.yaml'), 'name: shop\ndescription: The shop.\n')
    const { outputs } = await start({ scenario: 'shop', 'scenario-dir': 'own scenarios', args: `--clock frozen --seed 'a b"c'` })
    expect(await body(`${outputs['url']}/_control/worlds/default`)).toMatchObject({
      scenario: 'shop',
      seed: 'a b"c',
      clock: { mode: 'frozen' },
    })
  })

  test('the action takes the package and the scenarios of a project in a folder of the repository', async () => {
    const { start, install, env, workspace } = await jobs()
    await install(join(workspace, 'newsletter'))
    mkdirSync(join(workspace, 'newsletter/own'))
    writeFileSync(join(workspace, 'newsletter/own/mine.yaml'), 'name: mine\ndescription: Mine.\n')
    const { outputs } = await start({ 'working-directory': 'newsletter', scenario: 'mine', 'scenario-dir': 'own' })
    expect(env()['MAILDOUBLE_PROGRAM']).toMatch(/work\/newsletter\/node_modules\/maildouble\/dist\/cli\.js$/)
    expect(await body(`${outputs['url']}/_control/worlds/default`)).toMatchObject({ scenario: 'mine' })
  })

  test('the action runs no command contained in its inputs', async () => {
    const { start, install, workspace } = await jobs()
    await install()
    const evil = '$(touch evil) `touch evil` ; touch evil'
    const results = [await start({ scenario: evil }), await start({ args: `--seed "${evil}"` }), await start({ port: evil })]
    expect(results.map(({ code }) => code)).toEqual([1, 0, 1])
    expect(existsSync(join(workspace, 'evil'))).toBe(false)
  })

  test('the action masks the token of a server that is reachable from outside', async () => {
    const { start, install, env } = await jobs()
    await install()
    const { printed } = await start({ args: '--host 0.0.0.0' })
    const token = env()['MAILDOUBLE_CONTROL_TOKEN'] ?? ''
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    expect(printed.startsWith(`::add-mask::${token}\n`)).toBe(true)
    expect(await body(`${env()['MAILDOUBLE_URL']}/_control/health`, { authorization: `Bearer ${token}` })).toMatchObject({
      status: 'ok',
    })
  })

  test.each(['--control-token ci', '--control-token=ci'])('the action exports the token from %s to later steps', async (args) => {
    const { start, install, env, run } = await jobs()
    await install()
    const { printed } = await start({ args })
    expect([env()['MAILDOUBLE_CONTROL_TOKEN'], printed.startsWith('::add-mask::ci\n')]).toEqual(['ci', true])
    expect((await run('report/action.yml')).code).toBe(0)
  })

  test('the action fails if the server does not start, and shows its output', async () => {
    const { start, install, env } = await jobs()
    await install()
    const { code, printed } = await start({ scenario: 'nope' })
    expect(code).toBe(1)
    expect(printed).toContain('There is no scenario "nope"')
    expect(printed).toContain('::error::maildouble ended instead of serving.')
    expect(env()).toEqual({})
  })

  test("the action passes no workflow commands from the server's output to the runner", async () => {
    const { start, install } = await jobs()
    await install()
    const { printed } = await start({ scenario: 'x\n::add-path::/evil' })
    expect(printed).toMatch(/^::stop-commands::(\S+)\n[^]*\n::add-path::\/evil[^]*\n::\1::\n::error::maildouble ended instead/)
  })

  test.each([
    ['1.2.3', 'maildouble@1.2.3'],
    ['', `maildouble@${packageVersion}`],
  ])('the action installs the version %j, or else its own one, into its own folder', async (version, wanted) => {
    const { start, workspace, install } = await jobs({ PATH: `${join(process.cwd(), '.cache/fake-npm')}:${process.env['PATH']}` })
    mkdirSync('.cache/fake-npm', { recursive: true })
    writeFileSync('.cache/fake-npm/npm', '#!/bin/sh\nprintf "%s\\n" "$@" >"$RUNNER_TEMP/asked"\n')
    chmodSync('.cache/fake-npm/npm', 0o755)
    const temp = join(workspace, '../temp')
    await install(join(temp, 'maildouble'))
    const { code } = await start({ version })
    expect(code).toBe(0)
    const asked = readFileSync(join(temp, 'asked'), 'utf8').trim().split('\n')
    expect(asked).toEqual([
      'install',
      '--prefix',
      join(temp, 'maildouble').replace('/work/..', ''),
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      wanted,
    ])
  })
})

describe('docs/running.md', () => {
  const page = readFileSync('docs/running.md', 'utf8')
  const workflows = [...page.matchAll(/```yaml\n([^]+?)```/g)].map(([, yaml = '']) => parse(yaml) as Body)

  test('docs/running.md shows workflows with the tag of the release, and with existing inputs of the action', () => {
    const steps: Body[] = workflows.flatMap((workflow) => Object.values<Body>(workflow.jobs ?? {}).flatMap((each) => each.steps))
    const used = steps.filter(({ uses = '' }) => uses.includes('maildouble'))
    const tag = `v${packageVersion}`
    expect(used.map(({ uses }) => uses)).toEqual([`maildouble/maildouble@${tag}`, `maildouble/maildouble/report@${tag}`])
    expect(Object.keys(used[0].with).filter((name) => !Object.hasOwn(actionIn('action.yml').inputs ?? {}, name))).toEqual([])
  })

  test('docs/running.md documents every input and output of the action', () => {
    const { inputs = {}, outputs = {} } = actionIn('action.yml')
    expect([...Object.keys(inputs), ...Object.keys(outputs)].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

test('the report action writes the coverage of the job to its summary', async () => {
  const { start, install, run, env, summary } = await jobs()
  await install()
  const { outputs } = await start()
  await body(`${outputs['url']}/3.0/lists`, { authorization: `Bearer ${env()['MAILDOUBLE_API_KEY']}` })
  expect((await run('report/action.yml')).code).toBe(0)
  expect(summary()).toContain('getLists')
})

test('the report action fails without a server', async () => {
  const { run } = await jobs()
  expect(await run('report/action.yml')).toMatchObject({
    code: 1,
    printed: expect.stringContaining('::error::There is no server'),
  })
})
