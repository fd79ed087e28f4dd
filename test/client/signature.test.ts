import crypto, { createHmac } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { MaildoubleError, SignatureError, type SignatureCheck, verifySignature } from '../../src/kit/client/index.ts'
import { createDouble } from '../../src/index.ts'
import { BOB, clientAndWorld, LIST } from './targets.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const T = 1_768_467_600
const BODY = 'type=subscribe'
const SECRET = 'hush'
const v1 = createHmac('sha256', SECRET).update(`${T}.${BODY}`).digest('hex')
const signed: SignatureCheck = { header: `t=${T},v1=${v1}`, body: BODY, secret: SECRET, now: '2026-01-15T09:00:00Z' }

test.each<[string, Partial<SignatureCheck>]>([
  ['at the instant of its t', {}],
  ['five minutes later', { now: (T + 300) * 1000 }],
  ['five minutes earlier', { now: new Date((T - 300) * 1000) }],
  ['a day later, if maxAge allows that', { now: '2026-01-16T09:00:00Z', maxAge: 'P1D' }],
  ['with a second v1, as while secrets change', { header: `t=${T}, v1=${'0'.repeat(64)}, v1=${v1}` }],
])('the signature of a webhook is valid %s', (_, given) => {
  expect(() => verifySignature({ ...signed, ...given })).not.toThrow()
})

test.each<[string, Partial<SignatureCheck>, RegExp]>([
  ['of another body', { body: 'type=unsubscribe' }, /another secret, or for another body/],
  ['of another secret', { secret: 'rush' }, /another secret, or for another body/],
  ['whose t was changed', { header: `t=${T + 1},v1=${v1}` }, /does not match/],
  ['that is too old at now', { now: '2026-01-15T09:05:01Z' }, /301 s before 2026-01-15T09:05:01.000Z, and at most PT5M/],
  ['that is of the future at now', { now: '2026-01-15T08:54:59Z' }, /301 s after/],
  ['that is older than maxAge', { now: (T + 2) * 1000, maxAge: 1_000 }, /at most 1000 is allowed/],
  ['that is missing', { header: undefined }, /not signed/],
  ['without a secret', { secret: undefined }, /not signed/],
  ['in another form', { header: v1 }, /t=<unix seconds>,v1=<hex>/],
  ['without v1', { header: `t=${T}` }, /t=<unix seconds>,v1=<hex>/],
])('a signature %s is rejected, and the error says why', (_, given, reason) => {
  const verify = () => verifySignature({ ...signed, ...given })
  expect(verify).toThrow(SignatureError)
  expect(verify).toThrow(reason)
})

test.each(['', v1.slice(0, 8), v1.replace(/.$/, 'x'), 'x'.repeat(64)])(
  'the signature %j is compared in constant time',
  (wrong) => {
    // Reaches modules that imported it long ago too, unlike a mock of the module.
    const compare = vi.spyOn(crypto, 'timingSafeEqual')
    syncBuiltinESMExports()
    expect(() => verifySignature({ ...signed, header: `t=${T},v1=${wrong}` })).toThrow('does not match')
    expect(compare.mock.calls.map(([one, other]) => [one.byteLength, other.byteLength])).toEqual([[64, 64]])
  },
)

test.each<[string, Partial<SignatureCheck>]>([
  ['now that is no instant', { now: 'today' }],
  ['maxAge that is no duration', { maxAge: 'a while' as 'PT1S' }],
])('%s is an error of the caller', (_, given) => {
  expect(() => verifySignature({ ...signed, ...given })).toThrow(MaildoubleError)
})

test('the webhooks of a signed receiver verify against the time of the world, and not against real time', async () => {
  await using double = await createDouble({ scenario: 'starter', clock: { mode: 'frozen', rate: 0 }, log: () => {} })
  const { world } = await clientAndWorld(double, 'deliver')
  await using hooks = await world.receiver({ list: LIST, signed: true })
  await world.trigger('member.unsubscribe', BOB)
  await hooks.next()
  const [{ request } = expect.fail('nothing arrived')] = hooks.received
  const check = { header: request.headers['x-service-signature'], body: request.body, secret: hooks.secret }
  const { now } = await world.clock.get()
  verifySignature({ ...check, now })
  expect(() => verifySignature({ ...check, now: Date.parse(now) + 3_600_000 })).toThrow('3600 s before')
  expect(check.header).toMatch(new RegExp(`^t=${Date.parse(now) / 1000},`))
})

test('a receiver has a secret only if its webhook is signed, and `signed` requires a webhook', async () => {
  await using double = await createDouble({ scenario: 'starter', clock: { mode: 'frozen', rate: 0 }, log: () => {} })
  const { world } = await clientAndWorld(double, 'deliver')
  await using plain = await world.receiver({ list: LIST })
  await using batches = await world.receiver({ batches: true, signed: true })
  expect([plain.secret, batches.secret]).toEqual([undefined, expect.stringMatching(/^[0-9a-f]{40}$/)])
  const wrong: object = { signed: true }
  await expect(world.receiver(wrong)).rejects.toThrow('`signed` requires `list` or `batches`.')
})
