import { lists } from '../../../src/service/model/lists/list.ts'
import { surveys } from '../../../src/service/model/surveys/survey.ts'
import type { Tx } from '../../../src/kernel/world/tx.ts'
import type { Dice } from '../dice.ts'
import type { Bodies } from './bodies.ts'

const TYPES = ['pickOne', 'pickMany', 'dropdown', 'range', 'text', 'email', 'contactInformation']
const LABELS = ['Straw', 'Felt', '<b>Cap</b>', '']

const options = (dice: Dice) =>
  Array.from({ length: dice.upTo(4) }, (_, place) => ({ label: dice.oneOf(LABELS), value: `v${place}` }))

const question = (dice: Dice) => ({
  query: dice.oneOf(['Which hat?', 'How good?', '<i>Ärger</i>']),
  type: dice.oneOf(TYPES),
  is_required: dice.often(30),
  has_other: dice.often(40),
  should_auto_tag: dice.often(30),
  subscribe_checkbox_enabled: dice.often(50),
  ...(dice.often(70) ? { options: options(dice) } : {}),
  ...(dice.often(70) ? { merge_field: { id: dice.oneOf([1, 2, 99]) } } : {}),
  ...(dice.often(20) ? { range_high_value: dice.oneOf([1, 3, 100]) } : {}),
})

const section = (dice: Dice) =>
  dice.often(80)
    ? { type: 'question', question: question(dice) }
    : { type: dice.oneOf(['introduction', 'context']), text: dice.oneOf(['Hello', '']), options: { a: [1] } }

const sections = (dice: Dice) => Array.from({ length: dice.upTo(4) }, () => section(dice))

/** Mostly sections that a survey has, some of them changed or left out, and new ones. */
const changed = (dice: Dice, tx: Tx) => {
  const all = tx.range(surveys.key).all()
  const known = all.length > 0 ? dice.oneOf(all).content.sections : []
  const kept = known
    .filter(() => dice.often(80))
    .map((each) => {
      if (!each.question || dice.often(70)) return each
      return { ...each, question: dice.often(50) ? question(dice) : { ...each.question, ...question(dice) } }
    })
  return [...kept, ...(dice.often(30) ? [section(dice)] : [])]
}

/** Bodies for operations on surveys; some are invalid. */
export const surveyBodies: Bodies = {
  createSurvey: (dice) => ({
    ...(dice.often(70) ? { title: dice.oneOf<unknown>(['Hats', '<b>', 7]) } : {}),
    ...(dice.often(95) ? { sections: sections(dice) } : {}),
  }),
  updateSurvey: (dice, tx) => ({
    ...(dice.often(40) ? { title: dice.oneOf(['Coats', 'Hats']) } : {}),
    ...(dice.often(30) ? { is_piped_to_inbox: dice.often(50) } : {}),
    ...(dice.often(50) ? { sections: changed(dice, tx) } : {}),
  }),
  replicateSurvey: (dice, tx) => ({
    ...(dice.often(50) ? { title: 'Again' } : {}),
    ...(dice.often(50)
      ? {
          list_id: dice.oneOf([
            'ffffffffff',
            ...tx
              .range(lists.key)
              .all()
              .map(({ id }) => id),
          ]),
        }
      : {}),
  }),
}
