import { describe, expect, test } from 'vitest'
import { surveyResponses } from '../../src/service/model/surveys/survey.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { ID, AT_START, LATER, withList } from './member-world.ts'
import { asking, HATS, SURVEYS, withSurvey } from './survey-world.ts'

const BASE = 'http://maildouble.test'

describe('createSurvey', () => {
  test('a new survey is a draft with ids for its sections, questions and options', async () => {
    const { call } = await withList()
    const sections = [
      { type: 'introduction', text: 'Hello' },
      asking('Which hat?', 'pickOne', { options: HATS, has_other: true }),
      { type: 'context', options: { style: { bold: true } } },
    ]
    const { body } = await call(`POST ${SURVEYS}`, { title: 'Hats', sections })
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{10}$/),
      list_id: ID,
      web_id: expect.stringMatching(/^\d+$/),
      title: 'Hats',
      status: 'draft',
      hosted_url: expect.stringMatching(new RegExp(`^${BASE}/_public/survey\\?u=\\w+&id=${body.id}$`)),
      is_piped_to_inbox: false,
      question_count: 1,
      response_count: 0,
      created_at: AT_START,
      updated_at: AT_START,
      published_at: '',
    })
    const [introduction, question, context] = body.sections
    expect(introduction).toEqual({ id: expect.stringMatching(/^\d+$/), type: 'introduction', text: 'Hello', options: {} })
    expect(context).toEqual({ id: expect.any(String), type: 'context', text: '', options: { style: { bold: true } } })
    expect(question.question).toEqual({
      id: body.questions[0],
      query: 'Which hat?',
      type: 'pickOne',
      is_required: false,
      has_other: true,
      other_label: '',
      range_low_label: '',
      range_high_label: '',
      range_low_value: 1,
      range_high_value: 5,
      range_presentation: '',
      placeholder_label: '',
      subscribe_checkbox_enabled: false,
      subscribe_checkbox_label: '',
      should_auto_tag: false,
      options: HATS.map((hat) => ({ id: expect.stringMatching(/^\d+$/), ...hat })),
    })
    const ids = [introduction, question, context, question.question, ...question.question.options].map(({ id }) => id)
    expect(new Set(ids).size).toBe(6)
  })

  test('a new survey needs neither a title nor sections', async () => {
    const { call } = await withList()
    const { body } = await call(`POST ${SURVEYS}`, {})
    expect(body).toMatchObject({ title: 'Untitled survey', sections: [], questions: [], question_count: 0 })
    expect((await call(`GET ${SURVEYS}/${body.id}`)).body).toEqual(body)
  })

  test('ids in the sections of a new survey are ignored', async () => {
    const { call } = await withList()
    const { body } = await call(`POST ${SURVEYS}`, { sections: [{ id: '7', type: 'introduction' }] })
    expect(body.sections[0].id).not.toBe('7')
  })

  test.each([
    [
      'a question of another kind of section',
      [{ type: 'context', question: { query: 'A?', type: 'text' } }],
      'sections.item:0.question',
    ],
    ['a section without its question', [{ type: 'context' }, { type: 'question' }], 'sections.item:1'],
    ['a choice without options', [asking('A?', 'pickOne')], 'sections.item:0.question.options'],
    ['a choice with empty options', [asking('A?', 'dropdown', { options: [] })], 'sections.item:0.question.options'],
    ['a range whose ends are equal', [asking('A?', 'range', { range_low_value: 5 })], 'sections.item:0.question.range_low_value'],
    ['contact information without a merge field', [asking('A?', 'contactInformation')], 'sections.item:0.question.merge_field'],
    [
      'an unknown merge field',
      [asking('A?', 'contactInformation', { merge_field: { id: 99 } })],
      'sections.item:0.question.merge_field',
    ],
    ['a second question for the address', [asking('A?', 'email'), asking('B?', 'email')], 'sections.item:1.question.type'],
  ])('%s is rejected with the place, and no survey is made', async (_, sections, field) => {
    const { call } = await withList()
    const { status, body } = await call(`POST ${SURVEYS}`, { sections })
    expect([status, body.title, body.errors.map((each: { field: string }) => each.field)]).toEqual([
      400,
      'Invalid Resource',
      [field],
    ])
    expect((await call(`GET ${SURVEYS}`)).body.total_items).toBe(0)
  })
})

describe('getSurveys', () => {
  test('the surveys of a list are listed oldest first, all of them by default', async () => {
    const { call, plant, pass } = await withList()
    await plant((tx) => makeList(tx, { id: 'ffffffffff', name: 'Other' }))
    await call('POST /3.0/lists/ffffffffff/surveys', { title: 'Elsewhere' })
    for (let number = 1; number <= 12; number++) {
      await call(`POST ${SURVEYS}`, { title: `Survey ${number}` })
      await pass('PT1S')
    }
    const { body } = await call(`GET ${SURVEYS}`)
    expect(body.surveys.map(({ title }: { title: string }) => title)).toEqual(
      Array.from({ length: 12 }, (_, i) => `Survey ${i + 1}`),
    )
    expect(body.total_items).toBe(12)
  })
})

describe('getSurvey', () => {
  test('a survey is answered in its current version', async () => {
    const { call, at, patch } = await withSurvey()
    await patch({ title: 'Coats' })
    expect((await call(`GET ${at}`)).body).toMatchObject({ title: 'Coats', status: 'published' })
  })
})

describe('updateSurvey', () => {
  test('the title and the inbox of a survey change, and updated_at moves', async () => {
    const { patch, pass } = await withSurvey()
    await pass('PT5M')
    expect((await patch({ title: 'Coats', is_piped_to_inbox: true })).body).toMatchObject({
      title: 'Coats',
      is_piped_to_inbox: true,
      created_at: AT_START,
      updated_at: LATER,
    })
  })

  test('the sections of a change are the whole list in order', async () => {
    const { patch, sections } = await withSurvey([asking('A?', 'text'), asking('B?', 'text')])
    const [a, b] = await sections()
    const { body } = await patch({ sections: [{ type: 'introduction' }, { id: b.id, type: 'question', text: 'B' }] })
    expect(body.sections).toEqual([
      { id: expect.any(String), type: 'introduction', text: '', options: {} },
      { ...b, text: 'B' },
    ])
    expect(body.questions).toEqual([b.question.id])
    expect(body.sections[0].id).not.toBe(a.id)
  })

  test('a question with its id keeps what the change leaves out, and the ids of its options', async () => {
    const { patch, sections } = await withSurvey([asking('A?', 'pickOne', { is_required: true, options: HATS })])
    const [section] = await sections()
    const { id, options } = section.question
    const question = {
      id,
      query: 'Which?',
      type: 'pickOne',
      options: [
        { label: 'Of felt', value: 'felt' },
        { label: 'Cap', value: 'cap' },
      ],
    }
    const { body } = await patch({ sections: [{ id: section.id, type: 'question', question }] })
    expect(body.sections[0].question).toMatchObject({ id, query: 'Which?', is_required: true })
    expect(body.sections[0].question.options).toEqual([
      { id: options[1].id, label: 'Of felt', value: 'felt' },
      { id: expect.not.stringMatching(options[0].id), label: 'Cap', value: 'cap' },
    ])
  })

  test('a question without an id, or of another type or range, replaces the one of its section', async () => {
    const { patch, sections } = await withSurvey([asking('A?', 'text'), asking('B?', 'text'), asking('C?', 'range')])
    const [a, b, c] = await sections()
    const { body } = await patch({
      sections: [
        { id: a.id, type: 'question', question: { query: 'A?', type: 'text' } },
        {
          id: b.id,
          type: 'question',
          question: { id: b.question.id, query: 'B?', type: 'contactInformation', merge_field: { id: 2 } },
        },
        { id: c.id, type: 'question', question: { ...c.question, range_high_value: 10 } },
      ],
    })
    expect(body.sections.map(({ id }: { id: string }) => id)).toEqual([a.id, b.id, c.id])
    for (const { question } of [a, b, c]) expect(body.questions).not.toContain(question.id)
    expect(body.sections[1].question.merge_field).toEqual({ id: 2 })
  })

  test.each([
    ['an unknown section', () => ({ id: '1', type: 'context' }), 'sections.item:0.id'],
    [
      'an unknown question',
      (id: string) => ({ id, type: 'question', question: { id: '1', query: 'A?', type: 'text' } }),
      'sections.item:0.question.id',
    ],
    [
      'an unknown option',
      (id: string, question: string) => ({
        id,
        type: 'question',
        question: { id: question, query: 'A?', type: 'pickOne', options: [{ id: '1', label: 'A', value: 'a' }] },
      }),
      'sections.item:0.question.options',
    ],
  ])('%s in a change is rejected, and nothing changes', async (_, sectionOf, field) => {
    const { patch, survey, sections } = await withSurvey([asking('A?', 'pickOne', { options: HATS })])
    const before = await survey()
    const [{ id, question }] = (await sections()) as [{ id: string; question: { id: string } }]
    const { status, body } = await patch({ title: 'Coats', sections: [sectionOf(id, question.id)] })
    expect([status, body.errors[0].field]).toEqual([400, field])
    expect(await survey()).toEqual(before)
  })

  test('a section that a change names twice is rejected', async () => {
    const { patch, sections } = await withSurvey()
    const [first] = await sections()
    const { body } = await patch({ sections: [first, first] })
    expect(body.errors).toMatchObject([{ field: 'sections.item:1.id' }])
  })

  test('a published survey asks the questions of a deleted section until it is published again, and their answers are kept', async () => {
    const { patch, sections, answer, publish, call, report } = await withSurvey([
      asking('A?', 'text'),
      asking('B?', 'text'),
      asking('C?', 'text'),
    ])
    await answer({ 'A?': 'a', 'B?': 'b', 'C?': 'c' })
    const [, b, c] = await sections()
    await patch({
      sections: [
        { id: b.id, type: 'question', question: { query: 'New?', type: 'text' } },
        { ...c, type: 'context', question: undefined },
      ],
    })
    await answer({ 'A?': 'aa', 'B?': 'bb', 'C?': 'cc' })
    await publish()
    expect((await answer({ 'A?': 'aaa' })).status).toBe(422)
    const questions = (await call(`GET ${report}/questions`)).body.questions
    expect(
      questions.map(({ query, total_responses }: { query: string; total_responses: number }) => [query, total_responses]),
    ).toEqual([
      ['New?', 0],
      ['A?', 2],
      ['B?', 2],
      ['C?', 2],
    ])
    expect((await call(`GET ${report}`)).body.total_responses).toBe(2)
  })
})

describe('deleteSurvey', () => {
  test('a deleted survey is gone with its report and its responses', async () => {
    const { call, at, report, answer, plant } = await withSurvey()
    await answer({ 'Which hat?': 'Straw' })
    expect((await call(`DELETE ${at}`)).status).toBe(204)
    expect((await call(`GET ${report}`)).status).toBe(404)
    expect(await plant((tx) => tx.range(surveyResponses.key).count)).toBe(0)
  })
})
