import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutHaproxy } from '../servers/haproxy.ts'
import { programPath } from '../servers/program.ts'
import { withoutValkey } from '../servers/valkey.ts'
import { builtProgram } from '../server/program.ts'
import { runLocalScript } from './local-script.ts'

test('deploy/local.sh reports everything that is missing on this machine, and what to install', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-bare-'))
  for (const each of ['bash', 'dirname']) symlinkSync(programPath(each) ?? '', join(folder, each))
  const { status, stderr } = spawnSync(join(folder, 'bash'), ['deploy/local.sh'], {
    encoding: 'utf8',
    env: { PATH: folder, MAILDOUBLE: join(folder, 'cli.js') },
  })
  rmSync(folder, { recursive: true })
  expect(status).toBe(1)
  expect(stderr).toContain('Missing on this machine:\n')
  expect(stderr).toContain('  Valkey or Redis: apt-get install valkey-server, or redis-server where there is none (Debian 12)\n')
  expect(stderr).toContain('  maildouble itself, which is not built yet: npm ci && npm run bundle\n')
})

test('deploy/local.sh rejects an unknown option by name', () => {
  const { status, stderr } = spawnSync('bash', ['deploy/local.sh', '--prt', '1'], { encoding: 'utf8' })
  expect([status, stderr.split('\n')[0]]).toEqual([1, 'There is no option --prt.'])
})

test.skipIf(withoutHaproxy || withoutValkey)(
  'deploy/local.sh starts everything, continues when a process is killed, and stops everything when interrupted',
  async () => {
    const script = await runLocalScript(await builtProgram(), ['--', '--seed', 'local'])
    await expect.poll(script.out).toContain('Ctrl-C ends all of it.')
    expect(script.out()).toContain(`API       ${script.url}/_worlds/default/3.0\n`)
    const key = /API key +(\S+)/.exec(script.out())?.[1]
    const made = await fetch(`${script.url}/_worlds/default/3.0/lists?fields=total_items`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(await made.json()).toEqual({ total_items: 3 })
    const [, second = ''] = [...script.out().matchAll(/process (\d+)/g)].map(([, pid]) => pid)
    process.kill(Number(second), 'SIGKILL')
    await expect.poll(script.out).toContain(`Process ${second} has ended.`)
    expect((await fetch(`${script.url}/_control/health`)).status).toBe(200)
    script.child.kill('SIGINT')
    expect([await script.ended, script.err()]).toEqual([0, ''])
    await expect(fetch(script.url)).rejects.toThrow('fetch failed')
  },
)
