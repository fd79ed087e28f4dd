import { expect } from 'vitest'
import { makeOneOfEach } from '../contract/one-of-each.ts'
import { mock } from '../mock.ts'
import { Dice } from './dice.ts'
import { expectPastToStay, readHistory } from './past-days.ts'
import { nextStep, type WalkStep } from './steps.ts'
import { take } from './take.ts'

/** Number of steps of a walk. */
const STEPS = 200

/** Walks about in a small account: each step is chosen by dice with a given seed. */
export async function walk(seed: string) {
  // Results of deliveries come from outside; a walk gets none.
  const double = mock({ seed, settings: { webhooks: { mode: 'record' }, authorized_apps: { link: 'on' } } })
  await double.ready
  const dice = new Dice(seed)
  // Every other walk starts among resources of all kinds.
  if (dice.often(50)) await double.plant(makeOneOfEach)
  const answers: string[] = []
  const steps: WalkStep[] = []
  const list = (name: string) => ({
    line: 'POST /3.0/lists',
    body: {
      name,
      permission_reminder: 'x',
      email_type_option: true,
      contact: { company: 'A', address1: 'B', city: 'C', country: 'NO' },
      campaign_defaults: { from_name: 'A', from_email: 'a@acme.test', subject: '', language: 'en' },
    },
  })
  let past = await double.plant(readHistory)
  for (let i = 0; i < STEPS; i++) {
    const step = i < 2 ? list(`List ${i}`) : await double.plant((tx) => nextStep(tx, dice))
    steps.push(step)
    const before = double.handle().world
    const answer = await take(double, step)
    if (answer.status >= 400 || ('line' in step && step.line.startsWith('GET')))
      expect(double.handle().world, JSON.stringify(step)).toBe(before)
    const history = await double.plant(readHistory)
    expectPastToStay(past, history)
    past = history
    answers.push(`${JSON.stringify(step)} ${answer.status} ${answer.headers.get('x-request-id')} ${answer.text}`)
  }
  // Reading the books requires an enabled account and a valid key.
  await double.call('POST /_control/triggers', { trigger: 'account.enable' })
  await double.call('POST /_control/triggers', { trigger: 'api_key.restore' })
  return { ...double, answers, steps }
}
