// Calls every operation of the service's contract through a proxy that validates requests and responses: none may have a mismatch, and
// each must succeed, except those whose state the session cannot reach.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { caller, makeWorld, REFUSED, session, startServer } from './contract-session.mjs'

const PRISM = resolve(import.meta.dirname, '../.cache/prism/node_modules/@stoplight/prism-cli/dist/index.js')
const folder = mkdtempSync(join(tmpdir(), 'maildouble-proxy-'))
const server = await startServer()
try {
  const world = await makeWorld(server.url)
  const { body: document } = await caller(server.url, {})('GET', '/_control/contract/openapi.json')
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const proxy = await startProxy(file, world.base)
  try {
    const { calls } = await session(document, proxy.url, world)
    const failed = calls.filter(
      ({ id, status, violations }) => violations !== null || (!(id in REFUSED) && (status < 200 || status > 299)),
    )
    for (const { id, line, status, violations, detail } of failed)
      console.error(`${id}: ${line} → ${status} ${violations ?? ''} ${detail}`)
    console.log(`Proxy: ${calls.length} operations, ${failed.length} mismatches or failures.`)
    if (failed.length > 0) process.exitCode = 1
  } finally {
    await proxy.stop()
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** @param {string} file @param {string} upstream */
async function startProxy(file, upstream) {
  const proxy = spawn(process.execPath, [PRISM, 'proxy', file, upstream, '--port', '0'])
  const ended = once(proxy, 'exit')
  let log = ''
  const url = await new Promise((found, failed) => {
    for (const stream of [proxy.stdout, proxy.stderr])
      stream.on('data', (data) => {
        log = (log + data).slice(-100_000)
        const [, address] = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(log) ?? []
        if (address) found(address)
      })
    void ended.then(() => failed(new Error(`The proxy ended before it listened:\n${log}`)))
  })
  const stop = async () => {
    proxy.kill()
    await ended
  }
  return { url, stop }
}
