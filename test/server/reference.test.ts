import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { settingsPage } from '../../build/settings-page.mjs'
import { documents } from '../../src/kernel/contract/documents.ts'
import { makeHttpCall, type NodeBindings } from '../../src/server/http/request.ts'
import { Reference } from '../../src/kit/double/reference.ts'
import { parsePathTarget } from '../../src/kit/double/destination.ts'

const SETTINGS = settingsPage(await documents.control())

/** The answer to a call of a reference with the pages `index` and `settings`; `undefined` if it has none. */
async function ask(path: string, { accept = '*/*', method = 'GET' } = {}): Promise<Response | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-reference-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.md.br'), brotliCompressSync('# Index\n\n- [Settings](settings)\n'))
  writeFileSync(join(folder, 'settings.md.br'), brotliCompressSync(SETTINGS))
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  const { part, below } = parsePathTarget(path)
  expect(part).toBe('reference')
  const app = new Hono<{ Bindings: NodeBindings }>()
  app.all('*', async (context) => (await new Reference(folder).answer(makeHttpCall(context), below)) ?? context.notFound())
  const answer = await app.request('/', { method, headers: { accept } })
  return answer.status === 404 ? undefined : answer
}

test('the reference is Markdown for programs', async () => {
  const answer = await ask('/_docs/settings')
  expect(answer?.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await answer?.text()).toBe(SETTINGS)
  expect(await (await ask('/_docs'))?.text()).toContain('[Settings](settings)')
})

test('the reference is a page with anchors for browsers, and Markdown for them too if the path ends in .md', async () => {
  const answer = await ask('/_docs/settings', { accept: 'text/html,*/*' })
  expect(answer?.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer?.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = (await answer?.text()) ?? ''
  expect(page).toContain('<h1 id="settings-of-a-world">')
  expect(page).toContain('<td><code>stats_cache</code></td>')
  const text = await ask('/_docs/settings.md', { accept: 'text/html' })
  expect(await text?.text()).toBe(SETTINGS)
})

test.each(['/_docs/nothing', '/_docs/../secret.txt', '/_docs/secret.txt', '/_docs/settings/more'])(
  'the reference has no page at %s',
  async (path) => {
    expect(await ask(path)).toBeUndefined()
  },
)

test('the reference is only read', async () => {
  expect(await ask('/_docs/settings', { method: 'POST' })).toBeUndefined()
  expect(await (await ask('/_docs/settings', { method: 'HEAD' }))?.text()).toBe('')
})
