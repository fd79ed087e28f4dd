import { beforeAll, expect, test } from 'vitest'
import { routes } from '../../src/kernel/contract/service.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { surveyResponses, questionsIn, surveys } from '../../src/service/model/surveys/survey.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import { transact, type Tx } from '../../src/kernel/world/tx.ts'
import { mock } from '../mock.ts'
import { ADDRESSES } from './bodies/audience.ts'
import { BODIES } from './bodies/index.ts'
import { Dice } from './dice.ts'
import { pathOf } from './paths.ts'
import type { WalkStep } from './steps.ts'
import { expectSurveysToBalance } from './survey-books.ts'
import { take } from './take.ts'
import { nextTrigger } from './triggers.ts'
import { surveyVisit } from './visits.ts'

const SEEDS = ['hats', 'shoes', 'gloves']
const STEPS = 260

/** Operations on surveys, some of them more often, so that many surveys are answered. */
const OPERATIONS = routes.filter(({ resource, id }) => resource.startsWith('survey') && id !== 'deleteSurvey')
const MORE = OPERATIONS.filter(({ id }) => /^(?:create|update|publish)Survey$/.test(id))

/** A list whose people answer surveys. */
function plantPeople(tx: Tx): void {
  const list = makeList(tx, { name: 'News', double_optin: true })
  for (const email_address of ADDRESSES.slice(0, 4)) makeMember(tx, list, { email_address, status: 'transactional' })
}

function nextStep(tx: Tx, dice: Dice): WalkStep {
  if (dice.often(5)) return { pass: dice.oneOf(['PT1S', 'PT4M', 'P1D']) }
  if (dice.often(40)) return { trigger: nextTrigger(tx, dice, dice.often(90) ? 'survey.answer' : 'merge_field.require') }
  if (dice.often(15)) return surveyVisit(tx, dice)
  const route = dice.oneOf(dice.often(60) ? MORE : OPERATIONS)
  const body = BODIES[route.id]?.(dice, tx)
  return { line: `${route.method} /3.0${pathOf(tx, route, dice)}`, ...(body === undefined ? {} : { body }) }
}

type Double = ReturnType<typeof mock>

let worlds: readonly Double[]

/** Steps that were refused and yet have changed the world. */
const untidy: WalkStep[] = []

beforeAll(async () => {
  worlds = await Promise.all(
    SEEDS.map(async (seed) => {
      const double = mock({ seed, settings: { webhooks: { mode: 'record' } } })
      await double.ready
      await double.plant(plantPeople)
      const dice = new Dice(seed)
      for (let i = 0; i < STEPS; i++) {
        const before = double.handle().world
        const step = transact(before, rules, (tx) => nextStep(tx, dice)).result
        const { status } = await take(double, step)
        if (status >= 400 && double.handle().world !== before) untidy.push(step)
      }
      return double
    }),
  )
})

test('a refused step of a walk among surveys changes nothing', () => expect(untidy).toEqual([]))

test('surveys, their reports and their responses balance after a walk among surveys', async () => {
  for (const double of worlds) {
    await expectSurveysToBalance(double)
    expect(double.defects).toEqual([])
  }
})

test('walks among surveys answer questions of every type, with every kind of respondent', async () => {
  const seen = new Set<string>()
  for (const { plant } of worlds) {
    await plant((tx) => {
      const types = new Map(
        tx
          .range(surveys.key)
          .all()
          .flatMap(({ published, earlier }) => [...(published ? questionsIn(published) : []), ...earlier])
          .map(({ id, type }) => [id, type]),
      )
      for (const { familiarity, answers } of tx.range(surveyResponses.key).all()) {
        seen.add(familiarity)
        for (const { question_id } of answers) seen.add(types.get(question_id) ?? 'replaced')
      }
    })
  }
  const expected = ['pickOne', 'pickMany', 'dropdown', 'range', 'text', 'email', 'contactInformation', 'known', 'new', 'unknown']
  expect(expected.filter((each) => !seen.has(each))).toEqual([])
})
