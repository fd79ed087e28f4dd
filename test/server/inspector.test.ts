import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { makeHttpCall, type NodeBindings } from '../../src/server/http/request.ts'
import { Inspector } from '../../src/kit/double/inspector.ts'

/** The inspector in a folder, as an app. */
function inspectorIn(folder: string) {
  const inspector = new Inspector(folder)
  return new Hono<{ Bindings: NodeBindings }>().all(
    '*',
    (context) => inspector.answer(makeHttpCall(context), context.req.path) ?? context.notFound(),
  )
}

test('an inspector that has not been built names the command that builds it, and is served once it has been', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'maildouble-inspector-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, 'inspector')
  const app = inspectorIn(folder)
  const answer = await app.request('/')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
  expect(await answer.text()).toBe(
    'The inspector has not been built. Run this in the folder of maildouble, then load this page again:\n\n' +
      '  node build/inspector.mjs .cache\n',
  )
  expect((await app.request('/', { method: 'POST' })).status).toBe(404)
  mkdirSync(folder)
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync('<!doctype html>'))
  expect(await (await app.request('/')).text()).toBe('<!doctype html>')
})
