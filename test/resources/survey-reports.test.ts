import { describe, expect, test } from 'vitest'
import { mergeFields } from '../../src/service/model/merge-fields/merge-field.ts'
import type { Body } from '../mock.ts'
import { ADA, AT_START, ID, relsIn } from './member-world.ts'
import { asking, EACH_TYPE, HATS, SURVEYS, withSurvey } from './survey-world.ts'

const BASE = 'http://maildouble.test'

/** A survey with three responses: of Ada, who is known, of Bob, who is new, and of somebody. */
async function withResponses() {
  const world = await withSurvey()
  const { answer, make, pass } = world
  await make({ email_address: ADA, merge_fields: { FNAME: 'Ada', LNAME: 'Byron', PHONE: '555' } })
  await answer({ 'Which hat?': 'Straw', 'How good?': 5, 'Which colours?': ['Red', 'Blue'] }, { email_address: ADA })
  await pass('PT1M')
  await answer({ 'Which hat?': 'Felt', 'How good?': 2, 'Your address?': 'bob@acme.test' })
  await pass('PT1M')
  await answer({ 'Which hat?': 'A bowler', 'Which colours?': ['Red'] })
  return world
}

const valuesIn = (body: Body): string[] => body.answers.map(({ value }: Body) => value)
const emailsIn = (body: Body): string[] => body.responses.map(({ contact }: Body) => contact?.email)

describe('getSurveyReports', () => {
  test('surveys that were published are reported oldest first, and drafts are not', async () => {
    const { call, at, pass, id } = await withSurvey()
    await pass('PT1M')
    await call(`POST ${SURVEYS}`, { title: 'Draft', sections: [asking('A?', 'text')] })
    const { body: replica } = await call(`POST ${at}/actions/replicate`)
    await call(`POST ${SURVEYS}/${replica.id}/actions/publish`)
    await call(`POST ${at}/actions/unpublish`)
    const { body } = await call('GET /3.0/reporting/surveys')
    expect(body.surveys.map(({ id: each, status }: Body) => [each, status])).toEqual([
      [id, 'unpublished'],
      [replica.id, 'published'],
    ])
    expect(body.total_items).toBe(2)
  })
})

describe('getSurveyReport', () => {
  test('the report of a survey has its number of responses, and the web id of the survey as an integer', async () => {
    const { call, report, survey } = await withResponses()
    const { id, web_id, hosted_url: url } = await survey()
    const { body } = await call(`GET ${report}`)
    const { _links, ...rest } = body
    expect(rest).toEqual({
      id,
      web_id: Number(web_id),
      list_id: ID,
      list_name: 'Acme News',
      title: 'Hats',
      url,
      status: 'published',
      published_at: AT_START,
      created_at: AT_START,
      updated_at: AT_START,
      total_responses: 3,
    })
    expect((await survey()).response_count).toBe(3)
  })

  test('a survey that was never published has no report', async () => {
    const { call, report } = await withSurvey([])
    for (const path of ['', '/questions', '/responses']) expect((await call(`GET ${report}${path}`)).status).toBe(404)
  })
})

describe('getSurveyQuestions', () => {
  test('each question is reported with the members of its type', async () => {
    const { call, report, survey } = await withResponses()
    const { body } = await call(`GET ${report}/questions`)
    expect([body.total_items, relsIn(body)]).toEqual([7, ['parent', 'self']])
    expect(body.questions.map(({ id }: Body) => id)).toEqual((await survey()).questions)
    const plain = body.questions.map(({ id: _, _links, survey_id: __, options, ...rest }: Body) => ({
      ...rest,
      options: options.map(({ label, count }: Body) => `${label} ${count}`),
    }))
    const blank = { is_required: false, has_other: false, other_label: '', placeholder_label: '', options: [] }
    expect(plain).toEqual([
      {
        ...blank,
        query: 'Which hat?',
        type: 'pickOne',
        total_responses: 3,
        is_required: true,
        has_other: true,
        other_label: 'Another one',
        options: ['Straw 1', 'Felt 1'],
      },
      { ...blank, query: 'Which colours?', type: 'pickMany', total_responses: 2, options: ['Red 2', 'Blue 1'] },
      { ...blank, query: 'Which size?', type: 'dropdown', total_responses: 0, options: ['Small 0', 'Large 0'] },
      {
        ...blank,
        query: 'How good?',
        type: 'range',
        total_responses: 2,
        range_low_label: 'Bad',
        range_high_label: 'Great',
        average_rating: 3.5,
      },
      { ...blank, query: 'What else?', type: 'text', total_responses: 0, placeholder_label: 'Tell us' },
      {
        ...blank,
        query: 'Your name?',
        type: 'contactInformation',
        total_responses: 0,
        merge_field: { id: 1, label: 'First Name', type: 'text' },
      },
      {
        ...blank,
        query: 'Your address?',
        type: 'email',
        total_responses: 2,
        subscribe_checkbox_enabled: true,
        subscribe_checkbox_label: 'Keep me posted',
        contact_counts: { known: 1, new: 1, unknown: 1 },
      },
    ])
  })

  test('a range without answers has the average 0, and a deleted merge field is left out', async () => {
    const { question, plant, list } = await withSurvey()
    await plant((tx) => {
      const field = tx.first(mergeFields.key, { list_id: list.id, merge_id: 1 })
      if (field) tx.remove(mergeFields, field)
    })
    expect((await question('How good?')).average_rating).toBe(0)
    expect(await question('Your name?')).not.toHaveProperty('merge_field')
  })
})

describe('getSurveyQuestion', () => {
  test('one question is reported as in the collection, and links to its answers', async () => {
    const { call, report, question } = await withResponses()
    const expected = await question('Which hat?')
    const { body } = await call(`GET ${report}/questions/${expected.id}`)
    expect(body).toEqual(expected)
    expect(body._links.at(-1).href).toBe(`${BASE}${report}/questions/${body.id}/answers`)
  })

  test('a question of the edited version is reported when it is published', async () => {
    const { call, report, patch, publish, survey } = await withSurvey([asking('A?', 'text')])
    const { questions } = (await patch({ sections: [asking('B?', 'text')] })).body
    expect((await call(`GET ${report}/questions/${questions[0]}`)).status).toBe(404)
    await publish()
    expect((await call(`GET ${report}/questions/${questions[0]}`)).status).toBe(200)
    expect((await survey()).questions).toEqual(questions)
  })

  test('a removed option is reported while it has answers', async () => {
    const { answer, patch, publish, sections, question } = await withSurvey([asking('Which hat?', 'pickOne', { options: HATS })])
    await answer({ 'Which hat?': 'Straw' })
    const [section] = await sections()
    const [, felt] = section.question.options
    await patch({ sections: [{ ...section, question: { ...section.question, options: [felt] } }] })
    await publish()
    expect((await question('Which hat?')).options.map(({ label, count }: Body) => [label, count])).toEqual([
      ['Felt', 0],
      ['Straw', 1],
    ])
  })
})

describe('getSurveyAnswers', () => {
  test('the answers to a question are listed oldest first with their contacts', async () => {
    const { call, report, question } = await withResponses()
    const { id } = await question('Which hat?')
    const { body } = await call(`GET ${report}/questions/${id}/answers`)
    expect([valuesIn(body), body.total_items, relsIn(body)]).toEqual([['Straw', 'Felt', 'A bowler'], 3, ['parent', 'self']])
    expect(body.answers[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      value: 'Straw',
      response_id: expect.stringMatching(/^\d+$/),
      submitted_at: AT_START,
      is_new_contact: false,
      contact: {
        email: ADA,
        email_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        contact_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        full_name: 'Ada Byron',
        phone: '555',
        status: 'Subscribed',
        avatar_url: '',
        consents_to_one_to_one_messaging: true,
      },
    })
    expect(body.answers[1]).toMatchObject({ is_new_contact: true, contact: { email: 'bob@acme.test', status: 'Non-Subscribed' } })
    expect(body.answers[2]).not.toHaveProperty('contact')
  })

  test.each([
    ['known', ['Straw']],
    ['new', ['Felt']],
    ['unknown', ['A bowler']],
  ])('the answers of respondents who are %s can be selected', async (familiarity, values) => {
    const { call, report, question } = await withResponses()
    const { id } = await question('Which hat?')
    const { body } = await call(`GET ${report}/questions/${id}/answers?respondent_familiarity_is=${familiarity}`)
    expect([valuesIn(body), body.total_items]).toEqual([values, 1])
  })
})

describe('getSurveyResponses', () => {
  test('responses are listed oldest first, without their answers', async () => {
    const { call, report } = await withResponses()
    const { body } = await call(`GET ${report}/responses`)
    expect([emailsIn(body), body.total_items, relsIn(body)]).toEqual([[ADA, 'bob@acme.test', undefined], 3, ['parent', 'self']])
    expect(Object.keys(body.responses[0])).toEqual(['response_id', 'submitted_at', 'is_new_contact', 'contact', '_links'])
    expect(relsIn(body.responses[0])).toEqual(['parent', 'self'])
  })

  test('responses are selected by familiarity, by an answered question and by a chosen option', async () => {
    const { call, report, question } = await withResponses()
    const rating = await question('How good?')
    const [straw] = (await question('Which hat?')).options
    const [, blue] = (await question('Which colours?')).options
    const found = async (query: string) => emailsIn((await call(`GET ${report}/responses?${query}`)).body)
    expect(await found(`answered_question=${rating.id}`)).toEqual([ADA, 'bob@acme.test'])
    expect(await found(`chose_answer=${straw.id}`)).toEqual([ADA])
    expect(await found(`chose_answer=${blue.id}&answered_question=${rating.id}&respondent_familiarity_is=known`)).toEqual([ADA])
    expect(await found(`chose_answer=${blue.id}&respondent_familiarity_is=new`)).toEqual([])
    expect(await found('answered_question=1')).toEqual([])
    expect(await found('chose_answer=1')).toEqual([])
    expect((await call(`GET ${report}/responses?respondent_familiarity_is=friends`)).status).toBe(400)
  })
})

describe('getSurveyResponse', () => {
  test('one response has its answers in the order of the questions', async () => {
    const { call, report, question } = await withResponses()
    const [listed] = (await call(`GET ${report}/responses`)).body.responses
    const { body } = await call(`GET ${report}/responses/${listed.response_id}`)
    const { results, ...rest } = body
    expect(rest).toEqual(listed)
    expect(results).toEqual([
      { question_id: (await question('Which hat?')).id, question_type: 'pickOne', query: 'Which hat?', answer: 'Straw' },
      {
        question_id: (await question('Which colours?')).id,
        question_type: 'pickMany',
        query: 'Which colours?',
        answer: 'Red, Blue',
      },
      { question_id: (await question('How good?')).id, question_type: 'range', query: 'How good?', answer: '5' },
      { question_id: (await question('Your address?')).id, question_type: 'email', query: 'Your address?', answer: ADA },
    ])
  })

  test('a response to another survey is not found', async () => {
    const { call, at, report, answer } = await withSurvey(EACH_TYPE)
    await answer({ 'Which hat?': 'Straw' })
    const [{ response_id }] = (await call(`GET ${report}/responses`)).body.responses
    const { body: replica } = await call(`POST ${at}/actions/replicate`)
    await call(`POST ${SURVEYS}/${replica.id}/actions/publish`)
    expect((await call(`GET /3.0/reporting/surveys/${replica.id}/responses/${response_id}`)).status).toBe(404)
  })
})
