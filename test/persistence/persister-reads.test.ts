import { describe, expect, test, vi } from 'vitest'
import { lists } from '../../src/service/model/lists/list.ts'
import { peek } from '../../src/kernel/world/tx.ts'
import { hasListeners, processOn } from '../processes.ts'
import { FailingStore, full } from './failing-store.ts'

const LIST = 'aaaaaaaaaa'
const MEMBERS = `/3.0/lists/${LIST}/members`
const NEW = { email_address: 'new@acme.test', status: 'subscribed' }
const HOOK = { url: 'http://127.0.0.1:9/hook', events: { subscribe: true }, sources: { api: true } }
const UNDONE = 'could not be saved and were rolled back'

/** A process whose next writes block until they fail. */
async function processOnSlowStore() {
  const store = new FailingStore()
  const double = await processOn(store, { settings: { webhooks: { mode: 'record' }, connections: 0 } })
  let end = (): void => {}
  return {
    ...double,
    hold: (): void => {
      store.writeDelay = new Promise((resolve) => (end = resolve))
    },
    fail: (): void => {
      store.failure = full
      end()
    },
    resume: (): void => end(),
    open: async (path: string) => {
      const response = await double.app.request(`http://maildouble.test${path}`)
      return { status: response.status, text: await response.text() }
    },
  }
}

/** Starts a wait for a delivery. The change that caused it has run but is not saved yet. */
async function waitedFor() {
  const { call, handle, hold, fail, resume } = await processOnSlowStore()
  await call(`POST /3.0/lists/${LIST}/webhooks`, HOOK)
  const waiting = call('GET /_control/deliveries?wait=PT2M&event=subscribe')
  await expect.poll(() => hasListeners(handle())).toBe(true)
  hold()
  const joining = call(`POST ${MEMBERS}`, NEW)
  await expect.poll(() => hasListeners(handle())).toBe(false)
  return { call, fail, resume, joining, waiting }
}

describe('a change that cannot be saved is not shown', () => {
  test('a change that cannot be saved does not end a wait for deliveries', async () => {
    const { call, fail, joining, waiting } = await waitedFor()
    fail()
    expect((await joining).status).toBe(500)
    expect(await waiting).toMatchObject({ status: 500, body: { detail: expect.stringContaining(UNDONE) } })
    expect((await call('GET /_control/deliveries?event=subscribe')).body.total).toBe(0)
  })

  test('a change that cannot be saved does not end a wait for emails', async () => {
    const { call, handle, hold, fail } = await processOnSlowStore()
    await call(`PATCH /3.0/lists/${LIST}`, { double_optin: true })
    const waiting = call('GET /_control/emails?wait=PT2M&to=new@acme.test')
    await expect.poll(() => hasListeners(handle())).toBe(true)
    hold()
    const trigger = { trigger: 'member.subscribe', list_id: LIST, email_address: NEW.email_address }
    const joining = call('POST /_control/triggers', trigger)
    await expect.poll(() => hasListeners(handle())).toBe(false)
    fail()
    expect((await joining).status).toBe(500)
    expect((await waiting).status).toBe(500)
  })

  test('a change that cannot be saved is not shown on a page', async () => {
    const { call, handle, hold, fail, open } = await processOnSlowStore()
    const { body: old } = await call(`GET /3.0/lists/${LIST}`)
    hold()
    const making = call('POST /3.0/lists', { ...old, name: 'Half made' })
    const made = () => peek(handle().world, (tx) => tx.range(lists.key).all()).find(({ name }) => name === 'Half made')
    await expect.poll(made).toBeDefined()
    const asked = vi.spyOn(handle(), 'persisted')
    const opening = open(`/_public/subscribe?id=${made()?.id}`)
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0)
    fail()
    expect((await making).status).toBe(500)
    expect(await opening).toMatchObject({ status: 500, text: expect.stringContaining(UNDONE) })
  })

  test('a change that cannot be saved is not shown on a page with a fault, and the fault does not count as fired', async () => {
    const { call, hold, fail, open } = await processOnSlowStore()
    await call('POST /_control/faults', {
      match: { operation: 'showSubscribeForm' },
      when: { first: 1 },
      effect: { problem: { status: 418, title: 'Teapot' } },
    })
    hold()
    const opening = open(`/_public/subscribe?id=${LIST}`)
    fail()
    expect((await opening).status).toBe(500)
    expect((await call('GET /_control/faults')).body.faults).toMatchObject([{ seen: 0, fired: 0 }])
  })
})

test('a wait ends as soon as the matching change is saved', async () => {
  const { resume, joining, waiting } = await waitedFor()
  resume()
  expect((await joining).status).toBe(200)
  expect((await waiting).body.total).toBe(1)
})
