// Uses every entry as a user's program does. It is copied into a folder with the installed package and run by each supported Node.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const { createDouble, startServer, version } = await import('maildouble')
const { connect, RefusedError } = await import('maildouble/client')
const { intercept } = await import('maildouble/intercept')

const require = createRequire(import.meta.url)
assert.equal(version, require('maildouble/package.json').version)

/** @param {string} key */
const bearing = (key) => ({ headers: { authorization: `Bearer ${key}` } })

// A server, a call, and the client.
const server = await startServer({ scenario: 'starter' })
const overHttp = await (await fetch(`${server.url}/3.0/lists?fields=total_items`, bearing(server.apiKey))).json()
assert.deepEqual(overHttp, { total_items: 3 })
const maildouble = connect(server)
assert.equal((await maildouble.health()).version, version)
const world = await maildouble.worlds.create({ scenario: 'empty' })
await world.clock.advance('PT5M')
await assert.rejects(maildouble.worlds.create({ scenario: 'no-such' }), RefusedError)
assert.equal(Object.keys(await maildouble.contract.openapi())[0], 'openapi')
await server.stop()

// The same without a socket.
const double = await createDouble({ scenario: 'newsletter' })
const inProcess = await (await double.fetch('/3.0/lists?fields=total_items', bearing(double.apiKey))).json()
assert.deepEqual(inProcess, { total_items: 2 })

// An application that does not know of the interception.
const interception = await intercept(double, { host: 'api.example.com' })
const answer = await fetch('https://us1.api.example.com/3.0/ping', bearing(double.apiKey))
assert.equal((await answer.json()).health_status, 'ok')
interception.stop()
await double.stop()

// The contracts, as values, as files and from the command line.
const contracts = await import('maildouble/openapi')
const cli = fileURLToPath(new URL('cli.js', import.meta.resolve('maildouble')))
for (const [contract, name, options] of /** @type {const} */ ([
  [contracts.service, 'service', ['--strict']],
  [contracts.control, 'control', ['--control']],
])) {
  assert.equal(contract.openapi, '3.1.0')
  assert.deepEqual(require(`maildouble/openapi/${name}.json`), contract)
  const { default: imported } = await import(`maildouble/openapi/${name}.json`, { with: { type: 'json' } })
  assert.deepEqual(imported, contract)
  const printed = execFileSync(process.execPath, [cli, 'openapi', ...options], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  assert.deepEqual(JSON.parse(printed), contract)
}

// An entry that needs a test runner reports the missing one.
for (const [entry, peer] of [
  ['vitest', 'vitest'],
  ['playwright', '@playwright/test'],
]) {
  await assert.rejects(import(`maildouble/${entry}`), {
    code: 'ERR_MODULE_NOT_FOUND',
    message: new RegExp(`Cannot find package '${peer}'`),
  })
}
assert.equal(typeof (await import('maildouble/vitest/setup')).default, 'function')

console.log(`package ok with Node ${process.version}`)
