import { expect, test } from 'vitest'
import { processOn } from '../processes.ts'
import { CountingStore } from './counting-store.ts'

const LIST = 'aaaaaaaaaa'

type Process = Awaited<ReturnType<typeof processOn>>

/** A process that has loaded few worlds of a store, and another one with many worlds and much activity. */
async function peopled() {
  const store = new CountingStore()
  const a = await processOn(store)
  const b = await processOn(store.view())
  const made = async (options: object) => `any:${(await b.call('POST /_control/worlds', options)).body.api_key}`
  const join = (key: string, name: string) =>
    b.call(
      `POST /3.0/lists/${LIST}/members`,
      { email_address: `${name}@acme.test`, status: 'subscribed' },
      { authorization: `Basic ${btoa(key)}` },
    )
  const own = await made({ id: 'own', api_key: '0123456789abcdef0123456789abcdef-dc7', settings: { credentials: 'any' } })
  await join(own, 'first')
  await b.call('POST /_control/worlds/own/snapshots', { name: 'one' })
  await join(own, 'second')
  await b.call('POST /_control/worlds/own/fork', { id: 'fork', settings: { assistants: 'change' } })
  await b.call('POST /_control/worlds/own/snapshots/one/restore')
  await made({ id: 'empty', scenario: 'empty', clock: { mode: 'scaled', rate: 0.001 } })
  await join(await made({ id: 'reset' }), 'third')
  await b.call('POST /_control/worlds/reset/reset')
  await b.call('POST /_control/worlds/reset/clock/advance', { by: 'P1D' })
  return { store, a, b }
}

async function listed(process: Process): Promise<{ id: string; now: string }[]> {
  return (await process.call('GET /_control/worlds')).body.worlds
}

test("the list of worlds shows each world's details without loading whole worlds", async () => {
  const { store, a } = await peopled()
  store.forget()
  const worlds = await listed(a)
  expect(store.asked).toEqual({ versions: 0, reads: 0 })
  expect(worlds.map(({ id }) => id)).toEqual(['default', 'empty', 'fork', 'own', 'reset'])
  for (const world of worlds)
    expect((await a.call(`GET /_control/worlds/${world.id}`)).body).toEqual({ ...world, now: expect.any(String) })
  for (const { id, now } of worlds.filter(({ id: each }) => each !== 'empty'))
    expect((await a.call(`GET /_control/worlds/${id}`)).body.now).toBe(now)
})

test('the time of a world with a running clock advances between two lists without a write', async () => {
  const { a, b } = await peopled()
  await b.call('PATCH /_control/worlds/empty/clock', { mode: 'scaled', rate: 3_600 })
  const nowIn = async () => (await listed(a)).find(({ id }) => id === 'empty')?.now ?? ''
  const before = await nowIn()
  expect(before > '2026').toBe(true)
  await expect.poll(nowIn).not.toBe(before)
  expect((await nowIn()) > before).toBe(true)
})
