import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtProgram, serveProcess } from './program.ts'

/** A copy of the package, whose files may go. */
async function copiedProgram(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-missing-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dist = join(folder, 'dist')
  cpSync(dirname(await builtProgram()), dist, { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  return dist
}

/** A server of the copy, and calls with the key of its world `default`. */
async function serveFrom(dist: string) {
  const server = await serveProcess(['--log', 'json'], {}, join(dist, 'cli.js'))
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.ended
  })
  const [, url = '', key = ''] = await server.printed(/"url":"([^"]+)".*"api_key":"([^"]+)"/)
  const get = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
  return { server, url, get }
}

test('calls whose code is gone, since the package was installed again, are defects in answers, in the log and in the metrics', async () => {
  const dist = await copiedProgram()
  const { server, url, get } = await serveFrom(dist)
  const shop = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":"shop","scenario":"shop"}' }
  expect(await fetch(`${url}/_control/worlds`, shop)).toMatchObject({ status: 201 })
  // What the server loads by itself, at its start and beside the first call, is there.
  const present = [
    '/3.0/lists',
    '/3.0/lists/aaaaaaaaaa/members',
    '/_public/none',
    '/_control/contract/coverage',
    '/_control/metrics',
  ]
  for (const path of present) await get(path)
  renameSync(join(dist, 'chunks'), join(dist, 'gone'))

  // The code of a resource, of reactions in the world of a public page, of a public page, and of the reference.
  const missing = ['/3.0/lists/aaaaaaaaaa/merge-fields', '/_worlds/shop/_public/none', '/_public/unsubscribe', '/_docs']
  for (const path of missing) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('x-maildouble-defect')]).toEqual([path, 500, '1'])
  }
  await server.printed(/DEFECT of maildouble while answering a call: .*Cannot find module/)
  const logged = [...server.out().matchAll(/DEFECT of maildouble ([^:]+): .*Cannot find module/g)].map(([, where]) => where)
  expect(logged).toEqual(['before a request', 'before a request', 'at /_public/unsubscribe', 'while answering a call'])
  expect(await (await get('/_control/metrics')).text()).toContain('maildouble_defects_total 4\n')
})

test('code that is gone when the server loads it beside the first call ends nothing', async () => {
  const dist = await copiedProgram()
  const chunks = join(dist, 'chunks')
  for (const name of readdirSync(chunks)) if (name.startsWith('first-calls-')) rmSync(join(chunks, name))
  const { get } = await serveFrom(dist)
  // The timer of this wait ends after the one with which the server loads.
  expect((await get('/_control/deliveries?wait=250')).status).toBe(200)
  expect((await get('/3.0/lists')).status).toBe(500)
})
