import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMergeField } from '../../src/service/rules/merge-fields/make.ts'
import { mergeFields } from '../../src/service/model/merge-fields/merge-field.ts'
import { AT_START, ID, LATER, withList } from './member-world.ts'
import { asking, SURVEYS, withSurvey } from './survey-world.ts'

describe('publishSurvey', () => {
  test('a draft is published, and published_at is set', async () => {
    const { call, pass } = await withList()
    const { body: draft } = await call(`POST ${SURVEYS}`, { sections: [asking('A?', 'text')] })
    await pass('PT5M')
    const { status, body } = await call(`POST ${SURVEYS}/${draft.id}/actions/publish`)
    expect([status, body.status, body.published_at, body.updated_at]).toEqual([200, 'published', LATER, AT_START])
    expect((await call(`GET ${SURVEYS}/${draft.id}`)).body).toEqual(body)
  })

  test('a published survey is published again after a change, and an unpublished one as it is', async () => {
    const { call, at, publish, patch } = await withSurvey()
    expect((await publish()).body).toMatchObject({ status: 400, title: 'Bad Request' })
    await patch({ title: 'Coats' })
    expect((await publish()).body.status).toBe('published')
    await call(`POST ${at}/actions/unpublish`)
    expect((await publish()).body.status).toBe('published')
  })

  test('a survey without a question cannot be published', async () => {
    const { call } = await withList()
    const { body } = await call(`POST ${SURVEYS}`, { sections: [{ type: 'introduction' }] })
    expect((await call(`POST ${SURVEYS}/${body.id}/actions/publish`)).body).toMatchObject({
      title: 'Bad Request',
      detail: `The survey ${body.id} has no question, so it cannot be published.`,
    })
  })
})

describe('unpublishSurvey', () => {
  test('a published survey is unpublished once, and keeps published_at', async () => {
    const { call, at } = await withSurvey()
    const { status, body } = await call(`POST ${at}/actions/unpublish`)
    expect([status, body.status, body.published_at]).toEqual([200, 'unpublished', AT_START])
    expect((await call(`POST ${at}/actions/unpublish`)).body).toMatchObject({ status: 400, title: 'Bad Request' })
  })

  test('a draft cannot be unpublished', async () => {
    const { call, at } = await withSurvey([])
    expect((await call(`POST ${at}/actions/unpublish`)).body).toMatchObject({ status: 400, title: 'Bad Request' })
  })
})

describe('createSurveyEmail', () => {
  test('the email for a survey is a draft for its list with a link to the survey', async () => {
    const { call, at, survey } = await withSurvey(undefined, {
      campaign_defaults: { from_name: 'Acme', from_email: 'news@acme.test' },
    })
    await call(`POST ${at}/actions/unpublish`)
    const { body } = await call(`POST ${at}/actions/create-email`)
    expect(body).toMatchObject({
      type: 'regular',
      status: 'save',
      content_type: 'html',
      recipients: { list_id: ID },
      settings: { title: 'Hats', subject_line: 'Hats', from_name: 'Acme', reply_to: 'news@acme.test' },
    })
    const { html } = (await call(`GET /3.0/campaigns/${body.id}/content`)).body
    expect(html).toContain(`<a href="${(await survey()).hosted_url.replace('&', '&amp;')}&amp;e=*|UNIQID|*">`)
    expect((await call(`GET /3.0/lists/${ID}`)).body.stats.campaign_count).toBe(1)
  })

  test('the title of a survey cannot put markup into its email', async () => {
    const { call, at, patch } = await withSurvey()
    await patch({ title: '<img src=x onerror=alert(1)>' })
    const { body } = await call(`POST ${at}/actions/create-email`)
    expect((await call(`GET /3.0/campaigns/${body.id}/content`)).body.html).not.toContain('<img')
  })

  test('there is no email for a survey that was never published', async () => {
    const { call, at } = await withSurvey([])
    expect((await call(`POST ${at}/actions/create-email`)).body).toMatchObject({ status: 400, title: 'Bad Request' })
  })

  test('there is no email for a survey when the account has all the campaigns that it may have', async () => {
    const { call, at } = await withSurvey(undefined, {}, { settings: { campaigns: { max: 0 } } })
    expect((await call(`POST ${at}/actions/create-email`)).body).toMatchObject({ status: 400, title: 'Bad Request' })
  })
})

describe('replicateSurvey', () => {
  test('a replica is a draft with the same sections under new ids and without responses', async () => {
    const { call, at, survey, answer } = await withSurvey()
    await answer({ 'Which hat?': 'Straw' })
    const before = await survey()
    const { status, body } = await call(`POST ${at}/actions/replicate`)
    expect([status, body.status, body.title, body.response_count]).toEqual([200, 'draft', 'Hats (copy)', 0])
    expect(body.id).not.toBe(before.id)
    const plain = (text: string) => text.replace(/"id":"\d+"/g, '"id":""')
    expect(plain(JSON.stringify(body.sections))).toBe(plain(JSON.stringify(before.sections)))
    const idsIn = (text: string) => text.match(/"id":"\d+"/g) ?? []
    const [old, fresh] = [idsIn(JSON.stringify(before.sections)), idsIn(JSON.stringify(body.sections))]
    expect(new Set([...old, ...fresh]).size).toBe(old.length + fresh.length)
  })

  test('a replica takes a title and a list, and finds its merge fields there by their tags', async () => {
    const { call, at, plant, list } = await withSurvey([
      asking('Name?', 'contactInformation', { merge_field: { id: 2 } }),
      asking('Town?', 'text'),
    ])
    const town = await plant((tx) => makeMergeField(tx, list, { tag: 'TOWN', name: 'Town', type: 'text' }))
    const [section] = (await call(`GET ${at}`)).body.sections
    const more = asking('Where?', 'contactInformation', { merge_field: { id: town.merge_id } })
    await call(`PATCH ${at}`, { sections: [section, more] })
    const lname = await plant((tx) => {
      const other = makeList(tx, { id: 'ffffffffff', name: 'Other' })
      const field = tx.first(mergeFields.byTag, { list_id: other.id, tag: 'LNAME' })
      if (field) tx.remove(mergeFields, field)
      if (field) tx.insert(mergeFields, { ...field, merge_id: 77 })
      return field?.tag
    })
    expect(lname).toBe('LNAME')
    const { body } = await call(`POST ${at}/actions/replicate`, { title: 'Again', list_id: 'ffffffffff' })
    expect(body).toMatchObject({ title: 'Again', list_id: 'ffffffffff' })
    expect(body.sections[0].question.merge_field).toEqual({ id: 77 })
    expect(body.sections[1].question).not.toHaveProperty('merge_field')
  })

  test('an unknown list of a replica is rejected', async () => {
    const { call, at } = await withSurvey()
    const { status, body } = await call(`POST ${at}/actions/replicate`, { list_id: 'ffffffffff' })
    expect([status, body.errors[0].field]).toEqual([400, 'list_id'])
    expect((await call(`GET ${SURVEYS}`)).body.total_items).toBe(1)
  })
})
