import { describe, expect, test } from 'vitest'
import { forgetMember } from '../../src/service/rules/members/save.ts'
import { makeWebhook } from '../../src/service/rules/webhooks/make.ts'
import type { NewMember } from '../../src/service/rules/members/make.ts'
import { ADA, AT_START, ID } from './member-world.ts'
import { asking, EACH_TYPE, HATS, withSurvey } from './survey-world.ts'

const BY = { ip: '203.0.113.9', source: 'user' } as const

/** A world with a survey, and what it knows of Ada. */
async function withRespondent(ada?: Partial<NewMember>, list: object = {}) {
  const world = await withSurvey(EACH_TYPE, list)
  await world.plant((tx) =>
    makeWebhook(tx, world.list, { url: 'http://127.0.0.1:9/hook', events: { subscribe: true, profile: true } }),
  )
  if (ada) await world.make({ email_address: ADA, ...ada })
  const answerAs = (address: string, more: object = {}, answers: object = {}) =>
    world.answer({ 'Which hat?': 'Straw', ...answers }, { email_address: address, ...more })
  const member = async (address = ADA) => (await world.call(`GET ${world.path}/${address}`)).body
  return { ...world, answerAs, member }
}

describe('survey.answer', () => {
  test('a response is stored with an answer to each question, and the trigger names it and the member', async () => {
    const { answer, call, responses, report } = await withSurvey()
    const { status, body } = await answer({
      'Which hat?': 'straw',
      'Which colours?': ['Red', 'b'],
      'Which size?': 'Small',
      'How good?': 4,
      'What else?': ' Nothing ',
      'Your name?': 'Ada',
      'Your address?': ADA,
    })
    const [response] = await responses()
    expect([status, body.events, body.changed]).toEqual([
      200,
      [],
      [
        { entity: 'survey_response', id: response.response_id, list_id: ID },
        { entity: 'member', id: response.contact.email_id, list_id: ID },
      ],
    ])
    const { results } = (await call(`GET ${report}/responses/${response.response_id}`)).body
    expect(results.map(({ query, answer: value }: { query: string; answer: string }) => [query, value])).toEqual([
      ['Which hat?', 'Straw'],
      ['Which colours?', 'Red, Blue'],
      ['Which size?', 'Small'],
      ['How good?', '4'],
      ['What else?', 'Nothing'],
      ['Your name?', 'Ada'],
      ['Your address?', ADA],
    ])
  })

  test('questions and options are named by their ids as well', async () => {
    const { answer, sections, question } = await withSurvey()
    const { id, options } = (await sections())[0].question
    await answer({ [id]: options[1].id })
    expect((await question('Which hat?')).options.map(({ count }: { count: number }) => count)).toEqual([0, 1])
  })

  test('any other text is an answer of its own if the question has other answers', async () => {
    const { answer, question, call, report } = await withSurvey()
    await answer({ 'Which hat?': 'A bowler' })
    const { id, total_responses, options } = await question('Which hat?')
    expect([total_responses, options.map(({ count }: { count: number }) => count)]).toEqual([1, [0, 0]])
    expect((await call(`GET ${report}/questions/${id}/answers`)).body.answers[0].value).toBe('A bowler')
  })

  test.each([
    ['a required question without an answer', {}, 'Which hat?', 'This question needs an answer.'],
    [
      'an option that does not exist',
      { 'Which hat?': 'Straw', 'Which size?': 'Huge' },
      'Which size?',
      'Huge is not one of the options.',
    ],
    ['two own answers', { 'Which hat?': ['A bowler', 'A cap'] }, 'Which hat?', 'Only one option can be chosen.'],
    ['two options of a single choice', { 'Which hat?': ['Straw', 'Felt'] }, 'Which hat?', 'Only one option can be chosen.'],
    [
      'a rating out of range',
      { 'Which hat?': 'Straw', 'How good?': 6 },
      'How good?',
      'The rating must be a whole number from 1 to 5.',
    ],
    [
      'a rating in words',
      { 'Which hat?': 'Straw', 'How good?': 'very' },
      'How good?',
      'The rating must be a whole number from 1 to 5.',
    ],
  ])('%s is rejected with 422, and nothing changes', async (_, answers, name, message) => {
    const { answer, survey, handle } = await withSurvey()
    await survey()
    const before = handle().world
    const { status, body } = await answer(answers)
    expect([status, body.errors]).toEqual([422, [{ pointer: body.errors[0].pointer, message }]])
    // A question left open has no name in the body, so its id is named.
    expect(body.errors[0].pointer).toMatch(name in answers ? `/answers/${name}` : /^\/answers\/\d+$/)
    expect(handle().world).toBe(before)
  })

  test('an answer to the question for the address must be an address', async () => {
    const { answer } = await withSurvey()
    const { status, body } = await answer({ 'Which hat?': 'Straw', 'Your address?': 'nobody' })
    expect([status, body.errors[0].pointer]).toEqual([422, '/answers/Your address?'])
    const given = await answer({ 'Which hat?': 'Straw' }, { email_address: 'nobody' })
    expect([given.status, given.body.errors[0].pointer]).toEqual([422, '/email_address'])
  })

  test('contact information must fit its merge field', async () => {
    const { answer } = await withSurvey([asking('Where?', 'contactInformation', { merge_field: { id: 3 } })])
    expect((await answer({ 'Where?': 'London' })).body.errors[0].pointer).toBe('/answers/Where?')
  })

  test('an unknown survey or question is rejected with 422 and the known ones', async () => {
    const { call, answer, id, sections } = await withSurvey([asking('Which hat?', 'text')])
    const unknown = await call('POST /_control/triggers', { trigger: 'survey.answer', survey_id: 'x' })
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      [{ pointer: '/survey_id', message: `There is no survey x. There are: ${id} (Hats).` }],
    ])
    const other = await answer({ 'a/b': 'x' })
    expect([other.status, other.body.errors]).toEqual([
      422,
      [
        {
          pointer: '/answers/a~1b',
          message: `The survey has no question a/b. There are: ${(await sections())[0].question.id} (Which hat?).`,
        },
      ],
    ])
  })

  test('a survey that is not published cannot be answered', async () => {
    const { call, at, answer } = await withSurvey()
    await call(`POST ${at}/actions/unpublish`)
    expect((await answer({ 'Which hat?': 'Straw' })).status).toBe(409)
  })

  test('the published version is answered, whatever was changed since', async () => {
    const { answer, patch, question } = await withSurvey([asking('Which hat?', 'pickOne', { options: HATS })])
    await patch({ title: 'Coats', sections: [asking('Which coat?', 'text')] })
    expect((await answer({ 'Which coat?': 'x' })).status).toBe(422)
    expect((await answer({ 'Which hat?': 'Felt' })).status).toBe(200)
    expect((await question('Which hat?')).total_responses).toBe(1)
  })

  test('a response may be older, but not than the publication', async () => {
    const { answer, pass, responses } = await withSurvey()
    await pass('PT1H')
    const at = (instant: string) => answer({ 'Which hat?': 'Straw' }, { at: instant })
    expect((await at('2026-01-15T08:59:59Z')).body.errors[0].pointer).toBe('/at')
    expect((await at('2026-01-15T10:00:01Z')).body.errors[0].pointer).toBe('/at')
    await answer({ 'Which hat?': 'Felt' })
    expect((await at('2026-01-15T09:30:00Z')).status).toBe(200)
    expect((await responses()).map(({ submitted_at }) => submitted_at)).toEqual([
      '2026-01-15T09:30:00+00:00',
      '2026-01-15T10:00:00+00:00',
    ])
  })

  test('a respondent without an address is unknown', async () => {
    const { answer, responses, statsOf } = await withRespondentless()
    await answer({ 'Which hat?': 'Straw' }, { subscribe: true })
    expect(await responses('?respondent_familiarity_is=unknown')).toHaveLength(1)
    expect((await responses())[0]).not.toHaveProperty('contact')
    expect((await statsOf()).member_count).toBe(0)
  })

  test('every submission is a response, also a second one of a contact', async () => {
    const { answerAs, responses } = await withRespondent()
    await answerAs(ADA)
    await answerAs(ADA)
    expect((await responses()).map(({ is_new_contact }) => is_new_contact)).toEqual([true, false])
  })

  test('an address that is given answers the question for the address as well', async () => {
    const { answer, question } = await withSurvey([asking('Your address?', 'email', { is_required: true })])
    expect((await answer({}, { email_address: ADA })).status).toBe(200)
    expect((await question('Your address?')).total_responses).toBe(1)
  })

  test.each([
    ['single opt-in, with the box', false, true, 'subscribed', ['subscribe']],
    ['single opt-in, without the box', false, false, 'transactional', []],
    ['double opt-in, with the box', true, true, 'pending', []],
    ['double opt-in, without the box', true, false, 'transactional', []],
  ])('a new contact of a list with %s', async (_, double_optin, subscribe, status, events) => {
    const { answerAs, member, responses, call } = await withRespondent(undefined, { double_optin })
    const { body } = await answerAs(ADA, { subscribe }, { 'Your name?': 'Ada' })
    expect(body.events.map(({ event }: { event: string }) => event)).toEqual(events)
    expect(await member()).toMatchObject({ status, source: 'Survey', merge_fields: { FNAME: 'Ada' } })
    expect((await responses('?respondent_familiarity_is=new'))[0]).toMatchObject({
      is_new_contact: true,
      contact: { email: ADA },
    })
    const sent = (await call('GET /_control/emails')).body.emails.filter(
      ({ kind }: { kind: string }) => kind === 'confirm_subscription',
    )
    expect(sent).toHaveLength(status === 'pending' ? 1 : 0)
  })

  test.each([
    ['transactional', {}, 'subscribed'],
    ['transactional', { double_optin: true }, 'pending'],
    ['subscribed', {}, 'subscribed'],
    ['unsubscribed', {}, 'unsubscribed'],
    ['cleaned', {}, 'cleaned'],
    ['pending', {}, 'pending'],
    ['archived', {}, 'archived'],
  ] as const)('the box makes a known contact who is %s on a list with %o %s', async (status, list, after) => {
    const { answerAs, member, responses } = await withRespondent({ status }, list)
    await answerAs(ADA, { subscribe: true })
    expect((await member()).status).toBe(after)
    expect((await responses('?respondent_familiarity_is=known'))[0]).toMatchObject({
      is_new_contact: false,
      contact: { email: ADA },
    })
  })

  test('contact information of a subscribed member is written, and a webhook reports the profile', async () => {
    const { answerAs, member } = await withRespondent({ merge_fields: { LNAME: 'Byron' } })
    const { body } = await answerAs(ADA, {}, { 'Your name?': 'Augusta' })
    expect(body.events).toMatchObject([{ event: 'profile', list_id: ID }])
    expect(body.deliveries).toHaveLength(1)
    expect((await member()).merge_fields).toMatchObject({ FNAME: 'Augusta', LNAME: 'Byron' })
  })

  test('chosen options become tags if the question says so', async () => {
    const { answerAs, member } = await withRespondent({})
    await answerAs(ADA, {}, { 'Which colours?': ['Blue', 'Red'] })
    expect((await member()).tags.map(({ name }: { name: string }) => name)).toEqual(['Blue', 'Red'])
  })

  test('an archived member keeps its data and gets no tags', async () => {
    const { answerAs, member } = await withRespondent({ status: 'archived', merge_fields: { FNAME: 'Ada' } })
    await answerAs(ADA, {}, { 'Which colours?': ['Blue'], 'Your name?': 'Eve' })
    expect(await member()).toMatchObject({ merge_fields: { FNAME: 'Ada' }, tags: [] })
  })

  test('an address that was deleted permanently comes back only by the box', async () => {
    const { answerAs, member, plant, list, row, responses } = await withRespondent({})
    const gone = await row()
    await plant((tx) => gone && forgetMember(tx, list, gone, BY))
    await answerAs(ADA)
    expect((await member()).status).toBe(404)
    expect(await responses('?respondent_familiarity_is=unknown')).toHaveLength(1)
    await answerAs(ADA, { subscribe: true })
    expect((await member()).status).toBe('subscribed')
  })

  test('the responses of a permanently deleted member stay without a contact', async () => {
    const { answerAs, plant, list, row, responses } = await withRespondent({})
    await answerAs(ADA)
    const ada = await row()
    await plant((tx) => ada && forgetMember(tx, list, ada, BY))
    const [response] = await responses()
    expect(response).not.toHaveProperty('contact')
    expect((await responses('?respondent_familiarity_is=known')).length).toBe(1)
  })

  test('an answered survey is in the activity feed of the member until it is deleted', async () => {
    const { answerAs, call, path, id, at } = await withRespondent({})
    await answerAs(ADA)
    const feed = async () => (await call(`GET ${path}/${ADA}/activity-feed?activity_filters=survey_response`)).body.activity
    expect(await feed()).toEqual([
      { activity_type: 'survey_response', created_at_timestamp: AT_START, survey_id: id, survey_title: 'Hats' },
    ])
    await call(`DELETE ${at}`)
    expect(await feed()).toEqual([])
  })

  test('the history of a survey and of a response can be explained', async () => {
    const { answer, call, id, responses } = await withSurvey()
    await answer({ 'Which hat?': 'Straw' })
    const [{ response_id }] = (await responses()) as [{ response_id: string }]
    const made = (await call(`GET /_control/why?entity=survey&id=${id}`)).body
    expect(made.history[0]).toMatchObject({ change: 'created' })
    const answered = (await call(`GET /_control/why?entity=survey_response&id=${response_id}`)).body
    expect(JSON.stringify(answered.history[0])).toContain('survey.answer')
  })
})

async function withRespondentless() {
  const world = await withSurvey()
  return { ...world, statsOf: async () => (await world.call(`GET /3.0/lists/${ID}`)).body.stats }
}
