import { expect, test } from 'vitest'
import { processes, processOn } from '../processes.ts'
import { fieldsOf } from '../public/oauth-application.ts'
import { unreachable, FailingStore, full } from '../persistence/failing-store.ts'

const LIST = 'aaaaaaaaaa'
const NEW = { email_address: 'new@acme.test', status: 'subscribed' }
const SETTINGS = { connections: 0, oauth: { approve: 'page' } } as const

/** A store that no other process writes to. */
class OwnStore extends FailingStore {
  override readonly isShared = false
}

type Process = Awaited<ReturnType<typeof processOn>>

/** The request ids of many concurrent calls, spread over several processes. */
async function idsOf(all: readonly Process[], count: number, line = 'GET /3.0/ping'): Promise<(string | null)[]> {
  const calls = Array.from({ length: count }, (_, n) => all[n % all.length]?.call(line))
  return (await Promise.all(calls)).map((answer) => answer?.headers.get('x-request-id') ?? null)
}

test('processes that share a store give different X-Request-Ids to 2,000 concurrent calls', async () => {
  const { processes: three } = await processes(3, { settings: SETTINGS })
  const ids = await idsOf(three, 2_000)
  expect(ids).not.toContain('none')
  expect(new Set(ids).size).toBe(2_000)
})

test('processes that share a store repeat no X-Request-Id while all of them change the world and one of them restores a snapshot', async () => {
  const { processes: three } = await processes(3, { settings: SETTINGS })
  await three[0]?.call('POST /_control/snapshots', { name: 'before' })
  const ids: (string | null)[] = []
  for (let round = 0; round < 4; round++) {
    const adding = three.map((each, n) =>
      each.call(`POST /3.0/lists/${LIST}/members`, { ...NEW, email_address: `${round}-${n}@acme.test` }),
    )
    ids.push(...(await idsOf(three, 600)))
    for (const { headers, status } of await Promise.all(adding)) {
      expect(status).toBe(200)
      ids.push(headers.get('x-request-id'))
    }
    if (round === 1) expect((await three[1]?.call('POST /_control/snapshots/before/restore'))?.status).toBe(200)
  }
  expect(ids).not.toContain('none')
  expect(new Set(ids).size).toBe(4 * 603)
})

test('processes that share a store restart the ids after a reset in one of them, with different ones for later calls through all of them', async () => {
  const { processes: three } = await processes(3, { settings: SETTINGS })
  const before = await idsOf(three, 30)
  expect((await three[1]?.call('POST /_control/reset'))?.status).toBe(200)
  const after = await idsOf(three, 2_000)
  expect(new Set(after).size).toBe(2_000)
  expect(after).toEqual(expect.arrayContaining(before.slice(0, 1)))
})

test('processes that share a store let two users approve after they opened the sign-in page concurrently in two processes', async () => {
  const { processes: two } = await processes(2, { settings: SETTINGS })
  const { body: world } = (await two[0]?.call('GET /_control/worlds/default')) ?? {}
  const { client_id, redirect_uri } = world.oauth
  const asked = new URLSearchParams({ response_type: 'code', client_id, redirect_uri })
  const open = async ({ app }: Process) => {
    const page = await app.request(`http://maildouble.test/oauth2/authorize?${asked}`)
    return { status: page.status, headers: page.headers, text: await page.text(), to: undefined }
  }
  const pages = await Promise.all(two.map(async (each) => ({ app: each.app, page: await open(each) })))
  const approved = await Promise.all(
    pages.map(({ app, page }) =>
      app.request('http://maildouble.test/oauth2/authorize', {
        method: 'POST',
        body: new URLSearchParams({ ...fieldsOf(page), decision: 'approve' }),
      }),
    ),
  )
  expect(approved.map(({ status }) => status)).toEqual([302, 302])
  const codes = approved.map(({ headers }) => new URL(headers.get('location') ?? '').searchParams.get('code'))
  expect(codes).toEqual([expect.any(String), expect.any(String)])
  expect(new Set(codes).size).toBe(2)
})

test('processes that share a store answer a call with 503 if no number can be reserved, and later calls work', async () => {
  const store = new FailingStore()
  const first = await processOn(store.view(), { settings: SETTINGS })
  const second = await processOn(store, { settings: SETTINGS })
  store.failure = unreachable
  const refused = await second.call('GET /3.0/ping')
  expect(refused).toMatchObject({ status: 503, body: { maildouble: { request_id: 'none' } } })
  const page = await second.app.request('http://maildouble.test/oauth2/metadata')
  expect([page.status, page.headers.get('x-maildouble-defect')]).toEqual([503, '1'])
  store.failure = undefined
  const ids = await idsOf([first, second], 20)
  expect(ids).not.toContain('none')
  expect(new Set(ids).size).toBe(20)
})

test('a process with its own store numbers its calls without a gap, also between blocks and after a restart', async () => {
  const plan = { seed: 'numbers', settings: SETTINGS }
  const store = new OwnStore()
  const first = await processOn(store, plan)
  const { number } = first.handle().nextRequest()
  await idsOf([first], 2_500)
  expect(first.handle().nextRequest().number).toBe(number + 2_501)
  await first.stop()
  const second = await processOn(store, plan)
  await idsOf([second], 1)
  expect(second.handle().nextRequest().number).toBe(number + 2_503)
})

test('a process with its own store answers any number of reads while nothing can be written', async () => {
  const store = new OwnStore()
  const { call, handle } = await processOn(store, { settings: SETTINGS })
  store.failure = full
  const answers = await Promise.all(Array.from({ length: 2_500 }, () => call('GET /3.0/ping')))
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(2_500)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  store.failure = undefined
  expect((await call(`POST /3.0/lists/${LIST}/members`, NEW)).status).toBe(200)
  expect(handle().log.requestNumbers.reservedEnd).toBeGreaterThan(2_500)
})

test('operations of batches have unique ids, whichever process runs them, and also after a restart', async () => {
  const { store, processes: two } = await processes(2, { settings: SETTINGS })
  const operations = Array.from({ length: 3 }, () => ({ method: 'GET', path: '/lists' }))
  const performedBy = async (each: Process): Promise<string[]> => {
    await each.call('POST /3.0/batches', { operations })
    await each.call('POST /_control/clock/advance', { by: 'PT1M' })
    const { body } = await each.call('GET /_control/requests')
    return body.requests.flatMap(({ via, id }: { via: string; id: string }) => (via === 'batch' ? [id] : []))
  }
  const ids = []
  for (const each of two) ids.push(...(await performedBy(each)))
  for (const each of two) each.kill()
  ids.push(...(await performedBy(await processOn(store.view()))))
  expect(ids).toHaveLength(9)
  expect(new Set(ids).size).toBe(9)
})
