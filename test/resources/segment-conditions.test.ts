import { describe, expect, test } from 'vitest'
import { recordOpen } from '../../src/service/rules/campaigns/engagement/actions.ts'
import { cancelCampaign, sendCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import { replyToCampaign } from '../../src/service/rules/conversations/write.ts'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeMergeField } from '../../src/service/rules/merge-fields/make.ts'
import { taggings } from '../../src/service/model/segments/segment.ts'
import { addressesIn, GERMAN, withPeople } from './segment-world.ts'
import { missing, mistyped, NONE_OF_SEVERAL } from '../service-texts.ts'

/** The same members, and on their list merge fields of all types and two interest categories. */
async function withFields() {
  const world = await withPeople()
  const { list, plant } = world
  await plant((tx) => {
    for (const type of ['number', 'birthday', 'date', 'zip', 'url', 'imageurl'] as const) {
      makeMergeField(tx, list, { tag: type.toUpperCase(), name: type, type })
    }
    makeMergeField(tx, list, { tag: 'COLOUR', name: 'Colour', type: 'dropdown', options: { choices: ['Red', 'Blue'] } })
    const category = makeCategory(tx, list, { title: 'Hobbies', type: 'checkboxes', id: '51d15ef0e9', number: 7 })
    makeInterest(tx, list, category, { name: 'Art', id: '1ecfb1d267', number: 3 })
    makeInterest(tx, list, category, { name: 'Music', id: '2ecfb1d267', number: 4 })
    const other = makeCategory(tx, list, { title: 'Food', type: 'radio', id: '61d15ef0e9', number: 8 })
    makeInterest(tx, list, other, { name: 'Bread', id: '3ecfb1d267', number: 5 })
  })
  const create = (...conditions: object[]) =>
    world.call(`POST ${world.segments}`, { name: 'Some', options: { match: 'all', conditions } })
  const whoMeets = async (condition: object) => {
    const { id } = (await create(condition)).body
    return addressesIn((await world.call(`GET ${world.segments}/${id}/members`)).body.members).map(
      (address) => address.split('@')[0],
    )
  }
  const violationsOfLast = async () =>
    (await world.call('GET /_control/worlds/default/requests?order=desc&limit=1')).body.requests[0].violations
  return { ...world, create, whoMeets, violationsOfLast }
}

describe('createSegment', () => {
  test.each([
    ['Aim', { field: 'aim', op: 'noopen', value: 'any' }],
    ['Date', { field: 'timestamp_opt', op: 'is', value: 'last' }],
    ['NewSubscribers', { field: 'timestamp_opt', op: 'date_within', value: '7' }],
    ['IPGeoIn', { field: 'ipgeo', op: 'ipgeoin', value: 5, lat: '1', lng: '-2.5', addr: 'Here' }],
    ['IPGeoUnknown', { field: 'ipgeo', op: 'ipgeounknown' }],
    ['SocialNetworkFollow', { field: 'social_network', op: 'follow', value: 'x' }],
    ['Interests', { field: 'interests-51d15ef0e9', op: 'interestcontains', value: ['1ecfb1d267', 4] }],
    ['Interests', { field: 'interests-7', op: 'interestcontains', value: [3] }],
    ['EmailAddress', { field: 'EMAIL', op: 'ends', value: '.test' }],
    ['EmailAddress', { condition_type: 'EmailAddress', field: 'EMAIL', op: 'blank' }],
    ['TextMerge', { field: 'FNAME', op: 'blank' }],
    ['TextMerge', { field: 'NUMBER', op: 'greater', value: '3' }],
    ['TextMerge', { field: 'PHONE', op: 'starts', value: '+49' }],
    ['TextMerge', { field: 'ZIP', op: 'is', value: '12345' }],
    ['ZipMerge', { field: 'ZIP', op: 'geoin', value: '10', extra: '12345' }],
    ['ZipMerge', { field: 'ADDRESS', op: 'geoin', value: '10', extra: 'Paris' }],
    ['AddressMerge', { field: 'ADDRESS', op: 'contains', value: 'Paris' }],
    ['BirthdayMerge', { field: 'BIRTHDAY', op: 'is', value: '02/29' }],
    ['DateMerge', { field: 'DATE', op: 'less', value: '2026-01-01' }],
    ['SelectMerge', { field: 'COLOUR', op: 'is', value: 'Red' }],
  ])('createSegment infers the condition type %s from %j', async (condition_type, sent) => {
    const { create } = await withFields()
    const { status, body } = await create(sent)
    expect([status, body.options?.conditions]).toEqual([200, [{ condition_type, ...sent }]])
  })

  test("createSegment stores the properties that the condition's type has", async () => {
    const { create } = await withFields()
    const { body } = await create(
      { ...GERMAN, extra: 'x', colour: 'red', addr: 1 },
      { condition_type: 'VIP', field: 'vip_flag', op: 'member', value: true },
    )
    expect(body.options.conditions).toEqual([GERMAN, { condition_type: 'VIP', field: 'vip_flag', op: 'member' }])
  })

  test.each([
    ['op', { field: 'language', op: 'has', value: 'de' }, 'Value must be one of: is, not.'],
    [
      'op',
      { condition_type: 'Aim', field: 'aim', op: 'opened', value: 'any' },
      'Value must be one of: open, click, sent, noopen, noclick, nosent.',
    ],
    [
      'op',
      { field: 'COLOUR', op: 'starts', value: 'R' },
      'Value must be one of: is, not, contains, notcontain, blank, blank_not.',
    ],
    [
      'op',
      { field: 'ZIP', op: 'near', value: '1' },
      'Value must be one of: geoin, is, not, contains, notcontain, starts, ends, greater, less, blank, blank_not.',
    ],
    ['op', { field: 'language', op: 1, value: 'de' }, mistyped('string', 'integer')],
    ['', { field: 'language' }, missing('op', 'value')],
    ['', { op: 'is' }, `${missing('field')}. It says what the condition is about.`],
    ['', { condition_type: 'Language', op: 'is', value: 'de' }, missing('field')],
    ['', { field: 'aim', op: 'open' }, missing('value')],
    [
      'condition_type',
      { condition_type: 'Mood', field: 'mood', op: 'is' },
      expect.stringContaining('Value must be one of: Aim, Automation'),
    ],
    ['field', { condition_type: 'Language', field: 'lang', op: 'is', value: 'de' }, 'Value must be one of: language.'],
    ['field', { field: 'NOTHING', op: 'is', value: 'x' }, 'No condition is about NOTHING, and the list has no such merge field.'],
    ['field', { condition_type: 'TextMerge', field: 'NOTHING', op: 'is', value: 'x' }, 'The list has no merge field NOTHING.'],
    [
      'field',
      { condition_type: 'TextMerge', field: '__proto__', op: 'is', value: 'x' },
      'The list has no merge field __proto__.',
    ],
    [
      'field',
      { condition_type: 'TextMerge', field: 'DATE', op: 'is', value: 'x' },
      expect.stringContaining('is of the type date'),
    ],
    ['field', { field: 'interests-9', op: 'interestcontains', value: [1] }, 'The list has no interest category 9.'],
    ['field', { field: 'interests-x', op: 'interestcontains', value: [1] }, expect.stringContaining('the id of a category')],
    ['value', { field: 'interests-7', op: 'interestcontains', value: [5] }, 'The interest category has no interest 5.'],
    ['value', { field: 'interests-7', op: 'interestcontains', value: [] }, 'At least one interest must be named.'],
    ['value.item:0', { field: 'interests-7', op: 'interestcontains', value: [true] }, expect.any(String)],
    ['value', { field: 'language', op: 'is', value: 1 }, mistyped('string', 'integer')],
    ['value', { field: 'aim', op: 'open', value: 'all' }, 'Value must be any or the web id of a campaign.'],
    ['value', { field: 'automation', op: 'started', value: 'any' }, 'Value must be the web id of an automation.'],
    ['value', { field: 'FNAME', op: 'is' }, 'A value is needed for the op is.'],
    ['value', { field: 'EMAIL', op: 'is' }, 'A value is needed for the op is.'],
    ['value', { field: 'COLOUR', op: 'contains', value: '' }, 'A value is needed for the op contains.'],
    ['value', { field: 'DATE', op: 'is', value: '2026-02-30' }, 'Value must be a day of the calendar as YYYY-MM-DD.'],
    [
      'value',
      { field: 'BIRTHDAY', op: 'is', value: '13/01' },
      'Value must be a day as MM/DD, not needed by blank and blank_not.',
    ],
    ['value', { field: 'static_segment', op: 'static_is', value: 77 }, 'The list has no static segment 77.'],
    ['value', { field: 'fuzzy_segment', op: 'fuzzy_is', value: 77 }, 'The list has no fuzzy segment 77.'],
    ['value', { field: 'timestamp_opt', op: 'greater' }, 'Value must be one of: date, campaign, last.'],
    [
      'extra',
      { field: 'timestamp_opt', op: 'greater', value: 'date', extra: '12' },
      'Value must be a day of the calendar as YYYY-MM-DD.',
    ],
    ['extra', { field: 'timestamp_opt', op: 'greater', value: 'campaign' }, 'Value must be the web id of a campaign.'],
    ['extra', { field: 'timestamp_opt', op: 'within', value: 'date' }, 'Value must be a number of days.'],
    [
      'extra',
      { field: 'timestamp_opt', op: 'is', value: 'date', extra: 'today' },
      'Value must be a day as YYYY-MM-DD, or a number.',
    ],
    ['extra', { field: 'ZIP', op: 'geoin', value: '10' }, 'Value must be a zip code or a city.'],
    ['lat', { field: 'ipgeo', op: 'ipgeoin', value: 5, lng: '1' }, 'Value must be a latitude, from -90 to 90.'],
    ['lng', { field: 'ipgeo', op: 'ipgeoin', value: 5, lat: '1', lng: '181' }, 'Value must be a longitude, from -180 to 180.'],
  ])('createSegment refuses a condition because of %s: %j', async (member, condition, message) => {
    const { create, handle, violationsOfLast } = await withFields()
    const before = handle().world
    const { body } = await create(GERMAN, condition)
    const field = member === '' ? 'options.conditions.item:1' : `options.conditions.item:1.${member}`
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400 })
    // The answer says less of conditions that fit no schema; the journal says all.
    expect(await violationsOfLast()).toEqual([{ side: 'request', at: field, message }])
    expect(handle().world).toBe(before)
  })

  test.each([
    ['an unknown op', { field: 'language', op: 'has', value: 'de' }, 'op: Value must be one of: is, not.'],
    ['an unknown type', { condition_type: 'Mood', field: 'mood', op: 'is' }, 'condition_type: Value must be one of: Aim,'],
    ['a value of a wrong type', { field: 'language', op: 'is', value: 1 }, `value: ${mistyped('string', 'integer')}`],
    ['an unknown field', { field: 'NOTHING', op: 'is', value: 'x' }, 'field: No condition is about NOTHING'],
    ['a type that is no text', { condition_type: {}, field: 'aim', op: 'open', value: '' }, 'condition_type'],
  ])(
    'createSegment answers that a condition with %s fits no schema, and a header says what would fit',
    async (_, condition, hint) => {
      const { create } = await withFields()
      const { body, headers } = await create(GERMAN, condition)
      expect(body.errors).toEqual([{ field: 'options.conditions.item:1', message: NONE_OF_SEVERAL }])
      expect(headers.get('x-maildouble-hint')).toContain(`options.conditions.item:1.${hint}`)
    },
  )
})

describe('getSegmentMembers', () => {
  test('a segment counts and finds members within the last days to the second', async () => {
    const { call, segments, pass } = await withPeople()
    const condition = { field: 'timestamp_opt', op: 'within', value: 'date', extra: 1 }
    const { id } = (await call(`POST ${segments}`, { name: 'New', options: { conditions: [condition] } })).body
    const count = async () => {
      const { member_count } = (await call(`GET ${segments}/${id}`)).body
      return [member_count, (await call(`GET ${segments}/${id}/members`)).body.total_items]
    }
    expect(await count()).toEqual([2, 2])
    await pass('P1D')
    expect(await count()).toEqual([2, 2])
    await pass('PT1S')
    expect(await count()).toEqual([0, 0])
  })

  test('a segment finds members by campaign opened, not opened, and replied to', async () => {
    const { plant, pass, make, list, row, whoMeets } = await withFields()
    const ada = await row('ada@acme.test')
    await plant((tx) => {
      const campaign = sendCampaign(tx, list, { subject_line: 'News', web_id: 500 })
      if (!ada) throw new Error('Ada is not there.')
      recordOpen(tx, campaign, ada)
      replyToCampaign(tx, campaign, ada, { message: 'Nice' })
      cancelCampaign(tx, list, { subject_line: 'Never mind', web_id: 501 })
    })
    expect(await whoMeets({ field: 'aim', op: 'open', value: '500' })).toEqual(['ada'])
    expect(await whoMeets({ field: 'aim', op: 'noopen', value: 'any' })).toEqual(['bob'])
    expect(await whoMeets({ field: 'aim', op: 'click', value: 'any' })).toEqual([])
    expect(await whoMeets({ field: 'aim', op: 'sent', value: '501' })).toEqual([])
    expect(await whoMeets({ field: 'conversation', op: 'member', value: '500' })).toEqual(['ada'])
    expect(await whoMeets({ field: 'timestamp_opt', op: 'greater', value: 'last' })).toEqual([])
    await pass('PT1M')
    await make({ email_address: 'cy@acme.test' })
    expect(await whoMeets({ field: 'timestamp_opt', op: 'greater', value: 'last' })).toEqual(['cy'])
  })

  test('a segment finds members by interests, given by number or by id', async () => {
    const { call, path, whoMeets } = await withFields()
    await call(`PATCH ${path}/bob@acme.test`, { interests: { '1ecfb1d267': true } })
    expect(await whoMeets({ field: 'interests-7', op: 'interestcontainsall', value: ['1ecfb1d267'] })).toEqual(['bob'])
    expect(await whoMeets({ field: 'interests-51d15ef0e9', op: 'interestnotcontains', value: [3, 4] })).toEqual(['ada'])
  })

  test('a segment finds no members by a merge field or interest that was deleted', async () => {
    const { call, create, segments, list } = await withFields()
    const byColour = await create({ field: 'COLOUR', op: 'not', value: 'Red' })
    const byHobby = await create({ field: 'interests-7', op: 'interestnotcontains', value: [3] })
    const counts = async () =>
      Promise.all([byColour, byHobby].map(async ({ body }) => (await call(`GET ${segments}/${body.id}`)).body.member_count))
    expect(await counts()).toEqual([2, 2])
    const fields = await call(`GET /3.0/lists/${list.id}/merge-fields?count=20`)
    const colour = fields.body.merge_fields.find(({ tag }: { tag: string }) => tag === 'COLOUR')
    await call(`DELETE /3.0/lists/${list.id}/merge-fields/${colour.merge_id}`)
    await call(`DELETE /3.0/lists/${list.id}/interest-categories/51d15ef0e9/interests/1ecfb1d267`)
    expect(await counts()).toEqual([0, 0])
  })

  test('a segment finds members of a static segment or of a similar-subscribers segment', async () => {
    const { plantStatic, plantSegment, whoMeets, plant, row, list } = await withFields()
    const { id } = await plantStatic('Friends', 'ada@acme.test')
    const fuzzy = await plantSegment({ name: 'Alike', type: 'fuzzy' })
    const bob = await row('bob@acme.test')
    await plant((tx) =>
      tx.insert(taggings, { segment_id: fuzzy.id, contact_id: bob?.contact_id ?? '', list_id: list.id, added_at: 0 }),
    )
    expect(await whoMeets({ field: 'static_segment', op: 'static_not', value: id })).toEqual(['bob'])
    expect(await whoMeets({ field: 'fuzzy_segment', op: 'fuzzy_is', value: fuzzy.id })).toEqual(['bob'])
  })
})
