import { describe, expect, test } from 'vitest'
import { lists } from '../../src/resources/lists/list.ts'
import { mock } from '../mock.ts'
import { expectBooksToBalance, expectPagesToAddUp } from './books.ts'
import { Dice } from './dice.ts'
import { nextStep, type Step } from './steps.ts'

const WALKS = Number(process.env['WALKS'] ?? 60)
const STEPS = 150

/** Walks about in a small account: what is done is chosen step by step, by dice that a seed determines. */
export async function walk(seed: string) {
  const double = mock({ seed })
  await double.ready
  const dice = new Dice(seed)
  const answers: string[] = []
  const steps: Step[] = []
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
  for (let i = 0; i < STEPS; i++) {
    const step = i < 2 ? list(`List ${i}`) : await double.plant((tx) => nextStep(tx, dice))
    steps.push(step)
    const before = double.cell().world
    const answer = 'pass' in step ? await double.pass(step.pass) : await double.call(step.line, step.body)
    if (!('pass' in step) && (answer.status >= 400 || step.line.startsWith('GET')))
      expect(double.cell().world, step.line).toBe(before)
    answers.push(`${JSON.stringify(step)} ${answer.status} ${answer.headers.get('x-request-id')} ${answer.text}`)
  }
  return { ...double, answers, steps }
}

describe('a random walk over every operation', () => {
  test.each(Array.from({ length: WALKS }, (_, i) => `walk-${i}`))(
    '%s meets no defect, refuses without a trace, and leaves books that balance',
    async (seed) => {
      const { call, plant, defects } = await walk(seed)
      expect(defects).toEqual([])
      await plant(expectBooksToBalance)
      await expectPagesToAddUp(call, '/3.0/lists', 'lists')
      for (const { id } of await plant((tx) => tx.range(lists.key).all())) {
        await expectPagesToAddUp(call, `/3.0/lists/${id}/members`, 'members')
        await expectPagesToAddUp(call, `/3.0/lists/${id}/segments`, 'segments')
      }
    },
  )

  test('of the same seed answers the same bytes twice', async () => {
    const [once, again] = [await walk('twice'), await walk('twice')]
    expect(again.answers).toEqual(once.answers)
    expect((await walk('other')).answers).not.toEqual(once.answers)
  })

  test('meets successes and refusals of every kind', async () => {
    const { answers } = await walk('variety')
    const statuses = new Set(answers.map((answer) => / (\d{3}) /.exec(answer)?.[1]))
    for (const status of ['200', '204', '400', '404']) expect(statuses).toContain(status)
  })
})
