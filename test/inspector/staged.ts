import type { World } from '../../src/kit/client/index.ts'
import type { Body } from '../mock.ts'
import { hook, json } from './inspected.ts'

/** The list of the scenario starter to which things happen. */
export const LIST = 'aaaaaaaaaa'

/** The ids of things in a world in which everything has happened that the inspector shows. */
export interface Staged {
  readonly world: World
  /** A call that caused webhooks, and ignored a field. */
  readonly call: string
  /** A call that a fault answered. */
  readonly faulted: string
  readonly batch: string
  readonly delivery: string
  /** An email of a campaign. */
  readonly email: string
  /** The key of a member's row. */
  readonly row: string
}

/** Lets happen in a new world of the scenario starter what the inspector shows. The receiver refuses webhooks. */
export async function stage(world: World, receiver: string): Promise<Staged> {
  const call = async (path: string, method = 'GET', body?: unknown): Promise<string> => {
    const { headers } = await world.fetch(path, body === undefined ? { method } : json(method, body))
    return headers.get('x-request-id') ?? ''
  }
  const members = `/lists/${LIST}/members`
  const person = (name: string): Body => ({ email_address: `${name}@acme.test`, status: 'subscribed', nickname: 'Amazing' })
  await hook(world, LIST, receiver)
  await call(`/lists/${LIST}/webhooks`, 'POST', {
    url: `${receiver}/people`,
    events: { subscribe: true },
    sources: { user: true },
  })
  await call('/batch-webhooks', 'POST', { url: receiver })
  const added = await call(members, 'POST', person('grace'))
  await call(members, 'POST', { email_address: 'alan@acme.test', status: 'pending' })
  await world.clock.advance('PT1M')
  await world.snapshot('before')
  await world.faults.add({
    match: { operation: 'addMember' },
    when: { first: 1 },
    effect: { problem: { preset: 'TooManyRequests' } },
  })
  await world.faults.add({ match: { path: '/campaigns/*' }, when: { every: 3 }, effect: { latency: 'PT2S' }, must_fire: true })
  await world.deliveryFaults.add({ match: { event: 'unsubscribe' }, effect: 'drop' })
  const faulted = await call(members, 'POST', person('linus'))
  await call(members, 'POST', person('linus'))
  await call(`/lists/${LIST}`, 'PATCH', { name: 'Acme News and Events' })
  await world.trigger('member.unsubscribe', { list_id: LIST, email_address: 'grace@acme.test' })
  await world.trigger('campaign.send', { list_id: LIST, subject_line: 'January news' })
  const operations = [
    { method: 'PATCH', path: `/lists/${LIST}`, body: JSON.stringify({ name: 'Acme News' }) },
    { method: 'POST', path: members, body: JSON.stringify(person('barbara')) },
  ]
  const batch = await call('/batches', 'POST', { operations })
  await world.clock.advance({ until: 'idle' })
  for (let n = 0; n < 12; n++) await call(n % 3 === 0 ? '/ping' : `/lists/${LIST}`)
  await call('/nowhere')
  await call('/batches', 'POST', { operations })
  const [delivery] = await world.deliveries.list({ event: 'subscribe' })
  const emails = await world.emails.list()
  const { rows } = await world.state.table('members', { text: 'grace@acme.test' })
  return {
    world,
    call: added,
    faulted,
    batch,
    delivery: String(delivery?.id),
    email: String(emails.find(({ kind }) => kind === 'campaign')?.id),
    row: String(rows[0]?.['contact_id']),
  }
}
