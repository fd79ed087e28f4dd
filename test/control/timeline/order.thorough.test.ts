import { expect, test } from 'vitest'
import { mock } from '../../mock.ts'
import { Dice } from '../../simulation/dice.ts'
import { LIST } from '../requests/request-world.ts'
import { expectEffectsAfterCauses } from './order-law.ts'

const SESSIONS = 200
const STEPS = 25
const MEMBERS = `/3.0/lists/${LIST}/members`

/** A session of use in a small account: calls, sends with reactions, batches, and time. */
async function play(seed: string) {
  const double = mock({ scenario: 'starter', seed, settings: { webhooks: { mode: 'record' } } })
  await double.ready
  const dice = new Dice(seed)
  const address = (): string => `m${dice.upTo(8)}@acme.test`
  const url = `http://127.0.0.1:5000/${seed}`
  await double.call(`POST /3.0/lists/${LIST}/webhooks`, {
    url,
    events: { subscribe: true, campaign: true },
    sources: { api: true },
  })
  const steps: readonly (() => Promise<unknown>)[] = [
    () => double.call(`POST ${MEMBERS}`, { email_address: address(), status: 'subscribed' }),
    () => double.call(`POST ${MEMBERS}`, { email_address: `n${dice.upTo(9_999)}@acme.test`, status: 'subscribed' }),
    () => double.call(`GET ${MEMBERS}?count=1`),
    () => double.call('GET /3.0/ping'),
    () => double.call(`PATCH /3.0/lists/${LIST}`, { name: `News ${dice.upTo(3)}` }),
    () =>
      double.call('POST /_control/triggers', { trigger: 'campaign.send', list_id: LIST, subject_line: `News ${dice.upTo(99)}` }),
    () => double.call('POST /_control/triggers', { trigger: 'member.unsubscribe', list_id: LIST, email_address: address() }),
    () => {
      const body = JSON.stringify({ email_address: address(), status: 'subscribed' })
      const operations = Array.from({ length: dice.upTo(6) }, () => ({ method: 'POST', path: MEMBERS.slice(4), body }))
      return double.call('POST /3.0/batches', { operations })
    },
    () => double.call('POST /_control/clock/advance', { by: dice.oneOf(['PT1S', 'PT1M', 'PT2H', 'P2D']) }),
  ]
  // A burst of equal steps is what becomes a cluster.
  for (let n = 0; n < STEPS; n++) {
    const step = dice.oneOf(steps)
    for (let times = dice.often(20) ? 5 : 1; times > 0; times--) await step()
  }
  return double
}

test('no effect stands before its cause, and no call before a change that it could see, in the timelines of random sessions', async () => {
  for (let n = 0; n < SESSIONS; n++) await expectEffectsAfterCauses((await play(`order ${n}`)).call)
})

test('in a month of newsletters each send stands before its opens, by name', async () => {
  const { call } = mock({ scenario: 'newsletter-live' })
  await call('POST /_control/clock/advance', { by: 'P29D' })
  await expectEffectsAfterCauses(call)
  const { entries } = (await call('GET /_control/timeline?cluster=fit&limit=120')).body
  const opens = entries.filter(({ summary }: { summary: string }) => summary.includes('× opens'))
  expect(opens.map(({ summary }: { summary: string }) => summary.replace(/^[\d,]+ /, ''))).toContain(
    '× opens Acme Weekly, week 4',
  )
})
