import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtProgram, serveProcess } from './program.ts'

test('calls whose code is gone, since the package was installed again, are defects in answers and in the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-missing-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dist = join(folder, 'dist')
  cpSync(dirname(await builtProgram()), dist, { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  const server = await serveProcess(['--log', 'json'], {}, join(dist, 'cli.js'))
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.ended
  })
  const [, url = '', key = ''] = await server.printed(/"url":"([^"]+)".*"api_key":"([^"]+)"/)
  const get = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
  // What the server loads by itself, at its start and beside the first call, is there.
  for (const path of ['/3.0/lists', '/3.0/lists/aaaaaaaaaa/members', '/_control/contract/coverage']) await get(path)
  renameSync(join(dist, 'chunks'), join(dist, 'gone'))

  for (const path of ['/3.0/lists/aaaaaaaaaa/merge-fields', '/_docs']) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('x-maildouble-defect')]).toEqual([path, 500, '1'])
  }
  await server.printed(/DEFECT of maildouble before a request: .*Cannot find module/)
  await server.printed(/DEFECT of maildouble: .*Cannot find module/)
})
