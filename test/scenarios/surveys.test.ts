import { afterEach, describe, expect, test } from 'vitest'
import { members } from '../../src/service/model/members/member.ts'
import { surveyResponses, type SurveyResponseRow, surveys } from '../../src/service/model/surveys/survey.ts'
import { build, readWorld, removeFolders, scenarioNamedMine } from './scenario-world.ts'

afterEach(removeFolders)

const NOW = 1_768_467_600
const DAY_S = 86_400

/** A list of thirty members with a survey. */
const withSurvey = (survey: string) => `
lists:
  - id: aaaaaaaaaa
    name: News
    date_created: -P30D
    members:
${Array.from({ length: 30 }, (_, i) => `      - { email_address: m${i}@acme.test, status: subscribed }`).join('\n')}
    surveys:
      - title: Hats
        sections:
          - { type: introduction, text: Hello }
          - { type: question, question: { query: Which?, type: pickOne, is_required: true, options: [{ label: Straw, value: s }, { label: Felt, value: f }] } }
          - { type: question, question: { query: Colours?, type: pickMany, options: [{ label: Red, value: r }, { label: Blue, value: b }] } }
          - { type: question, question: { query: How good?, type: range } }
          - { type: question, question: { query: Name?, type: contactInformation, is_required: true, merge_field: { id: 1 } } }
          - { type: question, question: { query: Address?, type: email, subscribe_checkbox_enabled: true } }
${survey.replace(/^/gm, '        ')}`

async function worldOf(survey: string, seed = 'a') {
  return build(scenarioNamedMine(`seed: ${seed}\n${withSurvey(survey)}`))
}

describe('a scenario can contain surveys', () => {
  test('a survey is a draft unless its status says otherwise', async () => {
    const world = await worldOf('id: 5a5a5a5a5a')
    expect(readWorld(world, (tx) => tx.range(surveys.key).all())).toMatchObject([
      { id: '5a5a5a5a5a', list_id: 'aaaaaaaaaa', status: 'draft', created_at: NOW - 30 * DAY_S, content: { title: 'Hats' } },
    ])
  })

  test('responses are planted with their times, and new contacts join the list then', async () => {
    const world = await worldOf(`status: unpublished
responses:
  - { email_address: m1@acme.test, at: -P2D, answers: { Which?: Straw, Name?: Emma } }
  - { email_address: new@acme.test, at: -P1D, answers: { Which?: f, Name?: Nora }, subscribe: true }
  - { answers: { Which?: Felt, Name?: Somebody } }`)
    readWorld(world, (tx) => {
      expect(tx.range(surveys.key).all()).toMatchObject([{ status: 'unpublished', published_at: NOW - 30 * DAY_S }])
      const responses = tx
        .range(surveyResponses.key)
        .all()
        .toSorted((a, b) => a.submitted_at - b.submitted_at)
      expect(responses.map(({ familiarity, submitted_at }) => [familiarity, submitted_at])).toEqual([
        ['known', NOW - 2 * DAY_S],
        ['new', NOW - DAY_S],
        ['unknown', NOW],
      ])
      const joined = tx.first(members.key, { contact_id: responses[1]?.contact_id ?? '' })
      expect(joined).toMatchObject({ status: 'subscribed', created_at: NOW - DAY_S, merge_fields: { FNAME: 'Nora' } })
      expect(tx.range(members.key).count).toBe(31)
    })
  })

  test('a survey is as old as its first response', async () => {
    const world = await worldOf('status: published\nresponses: [{ at: -P40D, answers: { Which?: Straw, Name?: Emma } }]')
    expect(readWorld(world, (tx) => tx.range(surveys.key).all())).toMatchObject([{ created_at: NOW - 40 * DAY_S }])
  })

  test('generated responses have the numbers that the scenario asks for, and depend on the seed only', async () => {
    const wish = 'status: published\nid: 5a5a5a5a5a\ngenerate_responses: { known: 25, new: 10, unknown: 5 }'
    const responsesOf = async (seed: string): Promise<readonly SurveyResponseRow[]> =>
      readWorld(await worldOf(wish, seed), (tx) => {
        const of = (familiarity: SurveyResponseRow['familiarity']) =>
          tx.range(surveyResponses.byFamiliarity, { survey_id: '5a5a5a5a5a', familiarity }).count
        expect([of('known'), of('new'), of('unknown'), tx.range(members.key).count]).toEqual([25, 10, 5, 40])
        return tx.range(surveyResponses.bySurvey, { survey_id: '5a5a5a5a5a' }).all()
      })
    const rows = await responsesOf('a')
    const known = rows.filter(({ familiarity }) => familiarity === 'known')
    expect(new Set(known.map(({ contact_id }) => contact_id)).size).toBe(25)
    expect(rows.every(({ submitted_at }) => submitted_at >= NOW - 30 * DAY_S && submitted_at <= NOW)).toBe(true)
    expect(await responsesOf('a')).toEqual(rows)
    expect(await responsesOf('b')).not.toEqual(rows)
  })
})

describe('an error in a survey of a scenario names the place and the expectation', () => {
  test.each([
    ['responses: [{}]', 'surveys/0/status must be published or unpublished, since the survey has responses'],
    [
      'status: published\nresponses: [{ answers: { Which?: Cap, Name?: E } }]',
      'responses/0/answers/Which?: Cap is not one of the options.',
    ],
    [
      'status: published\nresponses: [{ answers: { What?: Cap } }]',
      'responses/0/answers/What?: The survey has no question What?.',
    ],
    [
      'status: published\ncreated_at: -P1D\nresponses: [{ at: -P2D, answers: { Which?: Straw, Name?: E } }]',
      'responses/0/at must not lie before what it follows on, but -P2D does',
    ],
  ])('%s', async (yaml, message) => {
    await expect(worldOf(yaml)).rejects.toThrow(message)
  })

  test('broken rules of sections, missing questions and members are named', async () => {
    const list = (survey: string) => build(scenarioNamedMine(`\nlists: [{ id: aaaaaaaaaa, name: News, surveys: [${survey}] }]`))
    await expect(list('{ title: A, sections: [{ type: question, question: { query: A?, type: pickOne } }] }')).rejects.toThrow(
      'surveys/0/sections/0/question/options must have at least one option',
    )
    await expect(list('{ title: A, status: published }')).rejects.toThrow(
      'surveys/0/sections must have a question, since the survey was published',
    )
    const asking = (more: string) =>
      `{ title: A, status: published, sections: [{ type: question, question: { query: A?, type: email, is_required: true } }], ${more} }`
    await expect(list(asking('generate_responses: { known: 1 }'))).rejects.toThrow(
      'generate_responses/known must be 0, since the list has no members',
    )
    await expect(list(asking('generate_responses: { unknown: 1 }'))).rejects.toThrow(
      'generate_responses/unknown must be 0, since the survey requires an address',
    )
    await expect(list(`${asking('id: 5a5a5a5a5a')}, ${asking('id: 5a5a5a5a5a')}`)).rejects.toThrow(
      'surveys/1/id must differ from those of other surveys, but 5a5a5a5a5a does not',
    )
  })
})
