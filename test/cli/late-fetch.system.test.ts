import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveProcess } from '../server/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'late-fetch-'))
const module = join(folder, 'late-fetch.mjs')

/** Whether the process has loaded the module that contains `fetch` in Node. */
const IS_LOADED = `process.moduleLoadList.some((name) => name.endsWith('/undici'))`

beforeAll(async () => {
  const bundle = await rolldown({ input: resolve('src/kit/cli/serve/late-fetch.ts'), platform: 'node', logLevel: 'silent' })
  await bundle.write({ file: module, format: 'esm' })
  await bundle.close()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The output of a script in a fresh process; `isLoaded` tells it whether `fetch` has been loaded. */
async function outputOf(script: string): Promise<unknown> {
  const code = `
    import { loadFetchLate } from ${JSON.stringify(module)}
    const isLoaded = () => ${IS_LOADED}
    const said = []
    loadFetchLate()
    ${script}
    console.log(JSON.stringify(said))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
  return JSON.parse(stdout)
}

test('lazily loaded fetch classes can be extended and tested without being loaded', async () => {
  const script = `
      class Light extends Request {}
      class Plain extends Response {}
      said.push({} instanceof Headers, undefined instanceof Headers, { status: 200 } instanceof Response)
      said.push(Object.create(Light.prototype) instanceof Request, Request.name, isLoaded())`
  expect(await outputOf(script)).toEqual([false, false, false, true, 'Request', false])
})

test('lazily loaded fetch classes create and recognize platform objects once one is constructed', async () => {
  const script = `
      class Light extends Request { get mine() { return this.method + ' ' + this.url } }
      const light = new Light('http://a.test/b', { method: 'POST', body: 'c' })
      said.push(light.mine, await light.text(), light instanceof Light, light instanceof Request, light.clone instanceof Function)
      const headers = new Headers({ A: 'b' })
      said.push(headers.get('a'), headers instanceof Headers, headers instanceof Request, new Response('d').headers instanceof Headers)
      said.push(await Response.json({ e: 1 }).json(), Object.prototype.toString.call(new Response()), isLoaded())`
  const ofRequest = ['POST http://a.test/b', 'c', true, true, true]
  const ofHeaders = ['b', true, false, true]
  expect(await outputOf(script)).toEqual([...ofRequest, ...ofHeaders, { e: 1 }, '[object Response]', true])
})

test('lazily loaded fetch classes recognize objects made by fetch itself, and leave the globals as they are', async () => {
  const script = `
      const answer = await fetch('data:text/plain,f')
      said.push(answer instanceof Response, answer.headers instanceof Headers, answer.constructor === globalThis.Response)
      said.push(Response === globalThis.Response)`
  expect(await outputOf(script)).toEqual([true, true, true, false])
})

test('maildouble serve answers calls without loading fetch, and loads fetch for a call that needs it', async () => {
  const probe = join(folder, 'probe.cjs')
  writeFileSync(probe, `process.on('SIGUSR2', () => console.error(${IS_LOADED} ? 'loaded' : 'not loaded'))`)
  const server = await serveProcess([], { NODE_OPTIONS: `--require ${probe}` })
  const [, url = '', key = ''] = await server.printed(/API +(http:\S+)\/3\.0\n +API key +(\S+)/)
  const isLoaded = async (): Promise<string> => {
    const before = server.err().length
    server.child.kill('SIGUSR2')
    return new Promise((done) => server.child.stderr?.once('data', () => done(server.err().slice(before).trim())))
  }
  const tag = (name: string, length: boolean): Promise<number | undefined> =>
    new Promise((done, fail) => {
      const body = JSON.stringify({ name, static_segment: [] })
      const headers = { authorization: `Bearer ${key}`, ...(length ? { 'content-length': body.length } : {}) }
      const call = request(`${url}/3.0/lists/aaaaaaaaaa/segments`, { method: 'POST', headers }, (answer) => {
        answer.resume().once('end', () => done(answer.statusCode))
      })
      call.once('error', fail)
      if (!length) call.flushHeaders()
      call.end(body)
    })
  try {
    expect(await tag('One', true)).toBe(200)
    expect(await isLoaded()).toBe('not loaded')
    expect(await tag('Two', false)).toBe(200)
    expect(await isLoaded()).toBe('loaded')
    expect(await tag('Three', true)).toBe(200)
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
  }
})
