import { describe, expect, test } from 'vitest'
import { mock } from '../mock.ts'

describe('starter', () => {
  test('the scenario starter has the ids that its comments mention', async () => {
    const { call } = mock({ scenario: 'starter' })
    expect((await call('GET /3.0/')).body).toMatchObject({
      account_name: 'Acme',
      email: 'olive@acme.test',
      total_subscribers: 27,
    })
    const { body } = await call('GET /3.0/lists?include_total_contacts=true')
    const shown = body.lists.map(({ id, name, double_optin, marketing_permissions, stats }: Record<string, unknown>) => ({
      id,
      name,
      double_optin,
      marketing_permissions,
      ...(stats as Record<string, unknown>),
    }))
    expect(shown).toMatchObject([
      {
        id: 'aaaaaaaaaa',
        name: 'Acme News',
        double_optin: false,
        marketing_permissions: false,
        member_count: 16,
        unsubscribe_count: 2,
        cleaned_count: 1,
        total_contacts: 22,
        merge_field_count: 4,
      },
      {
        id: 'bbbbbbbbbb',
        name: 'Acme Beta',
        double_optin: true,
        marketing_permissions: false,
        member_count: 5,
        unsubscribe_count: 1,
        cleaned_count: 1,
        total_contacts: 9,
        merge_field_count: 6,
      },
      {
        id: 'cccccccccc',
        name: 'Acme Customers',
        double_optin: false,
        marketing_permissions: true,
        member_count: 6,
        unsubscribe_count: 1,
        cleaned_count: 0,
        total_contacts: 10,
        merge_field_count: 13,
      },
    ])
    expect((await call('GET /3.0/lists/aaaaaaaaaa/interest-categories/aaaaaaaac1/interests/aaaaaaaa11')).body).toMatchObject({
      name: 'Garden',
    })
  })

  test.each([
    ['ada@acme.test', 'subscribed'],
    ['left.himself@acme.test', 'unsubscribed'],
    ['removed.by.admin@acme.test', 'unsubscribed'],
    ['bounced@acme.test', 'cleaned'],
    ['pending@acme.test', 'pending'],
    ['transactional@acme.test', 'transactional'],
    ['archived@acme.test', 'archived'],
  ])('the member %s of the scenario starter is %s', async (address, status) => {
    const { call } = mock({ scenario: 'starter' })
    expect((await call(`GET /3.0/lists/aaaaaaaaaa/members/${address}`)).body).toMatchObject({ status })
  })

  test('the scenario starter has members whose status changed at their last change', async () => {
    const { call } = mock({ scenario: 'starter' })
    const { body } = await call('GET /3.0/lists/aaaaaaaaaa/activity?count=100')
    const removals = body.activity.filter(
      ({ unsubs, other_removes }: Record<string, number>) => Number(unsubs) + Number(other_removes) > 0,
    )
    expect(removals.map(({ day, unsubs, other_removes }: Record<string, unknown>) => [day, unsubs, other_removes])).toEqual([
      ['2025-12-31', 0, 1],
      ['2025-12-26', 1, 0],
      ['2025-12-11', 1, 0],
      ['2025-11-26', 0, 1],
    ])
  })

  test('the scenario starter has every kind of data for Ada', async () => {
    const { call } = mock({ scenario: 'starter' })
    expect((await call('GET /3.0/lists/aaaaaaaaaa/members/ada@acme.test')).body).toMatchObject({
      contact_id: 'ada00000000000000000000000000001',
      unique_email_id: 'ada0000001',
      web_id: 2001,
      full_name: 'Ada Lovelace',
      vip: true,
      member_rating: 5,
      merge_fields: {
        FNAME: 'Ada',
        LNAME: 'Lovelace',
        PHONE: '020 7946 0001',
        ADDRESS: { addr1: "12 St James's Square", addr2: '', zip: 'SW1Y 4JH' },
      },
      interests: { aaaaaaaa11: true, aaaaaaaa12: false, aaaaaaaa13: true, aaaaaaaa21: true, aaaaaaaa22: false },
      tags: [
        { id: 10002, name: 'early-bird' },
        { id: 10001, name: 'vip' },
      ],
      last_note: { note_id: 2, created_by: 'Olive Owner', created_at: '2026-01-03T09:00:00+00:00' },
      last_changed: '2026-01-03T09:00:00+00:00',
    })
    expect((await call('GET /3.0/lists/aaaaaaaaaa/members/ada@acme.test/events')).body.events).toEqual([
      { occurred_at: '2025-12-16T09:00:00+00:00', name: 'visited_shop' },
      { occurred_at: '2026-01-13T06:00:00+00:00', name: 'purchased', properties: { product: 'Blue hat', price: '19.90' } },
    ])
  })

  test.each([
    ['aaaaaaaaaa', { vip: 3, 'early-bird': 3, Gardeners: 5, 'New this month': 4, 'Stars at Globex': 2 }],
    ['bbbbbbbbbb', { 'wave-1': 3, 'Not at Globex': 4 }],
    ['cccccccccc', { 'key-account': 2, invoiced: 2, Enterprise: 1, 'Renewal is due': 2 }],
  ])('the segments of the scenario %s have members', async (list, expected) => {
    const { call } = mock({ scenario: 'starter' })
    const { body } = await call(`GET /3.0/lists/${list}/segments?count=100`)
    expect(
      Object.fromEntries(
        body.segments.map((segment: { name: string; member_count: number }) => [segment.name, segment.member_count]),
      ),
    ).toEqual(expected)
  })

  test('the scenario starter prevents resubscribing a member who left through the API, but not one who was removed', async () => {
    const { call } = mock({ scenario: 'starter' })
    const subscribe = (address: string) => call(`PATCH /3.0/lists/aaaaaaaaaa/members/${address}`, { status: 'subscribed' })
    expect((await subscribe('left.himself@acme.test')).body).toMatchObject({ title: 'Member In Compliance State' })
    expect((await subscribe('removed.by.admin@acme.test')).body).toMatchObject({ status: 'subscribed' })
    expect((await subscribe('bounced@acme.test')).body).toMatchObject({ title: 'Member In Compliance State' })
  })

  test('the scenario starter requires a missing required value at the next write of the member', async () => {
    const { call } = mock({ scenario: 'starter' })
    const nora = 'PATCH /3.0/lists/bbbbbbbbbb/members/nocompany@acme.test'
    expect((await call(nora, { vip: true })).body).toMatchObject({ title: 'Invalid Resource', errors: [{ field: 'COMPANY' }] })
    expect((await call(nora, { vip: true, merge_fields: { COMPANY: 'Acme' } })).body).toMatchObject({ vip: true })
  })

  test('the scenario starter has a forgotten address, which can only come back through the sign-up form', async () => {
    const { call } = mock({ scenario: 'starter' })
    const address = { email_address: 'forgotten@acme.test' }
    expect((await call('GET /3.0/lists/aaaaaaaaaa/members/forgotten@acme.test')).status).toBe(404)
    const added = await call('POST /3.0/lists/aaaaaaaaaa/members', { ...address, status: 'subscribed' })
    expect(added.body).toMatchObject({ status: 400, title: 'Forgotten Email Not Subscribed' })
    await call('POST /_control/triggers', { trigger: 'member.subscribe', list_id: 'aaaaaaaaaa', ...address })
    expect((await call('GET /3.0/lists/aaaaaaaaaa/members/forgotten@acme.test')).body).toMatchObject({ status: 'subscribed' })
  })

  test('the scenario starter refuses writes with merge fields of the member whose stored address lacks parts', async () => {
    const { call } = mock({ scenario: 'starter' })
    const ken = 'PATCH /3.0/lists/aaaaaaaaaa/members/ken@hooli.test'
    expect((await call(ken, { vip: true })).body).toMatchObject({ vip: true })
    const refused = await call(ken, { merge_fields: { LNAME: 'Kerrigan' } })
    expect(refused.body).toMatchObject({ status: 400, errors: [{ field: 'ADDRESS' }] })
    const ADDRESS = { addr1: '4 rue de la Paix', city: 'Paris', state: 'Paris', zip: '75002', country: 'FR' }
    expect((await call(ken, { merge_fields: { LNAME: 'Kerrigan', ADDRESS } })).body).toMatchObject({ merge_fields: { ADDRESS } })
  })

  test('the scenario starter has customers with the three permissions of their list', async () => {
    const { call } = mock({ scenario: 'starter' })
    const { body } = await call('GET /3.0/lists/cccccccccc/members/cto@initech.test')
    expect(body.marketing_permissions.map(({ text, enabled }: { text: string; enabled: boolean }) => [text, enabled])).toEqual([
      ['Email', true],
      ['Direct Mail', true],
      ['Customized Online Advertising', false],
    ])
    expect(body.merge_fields).toMatchObject({
      PLAN: 'Team',
      SEATS: 25,
      RENEWAL: '2026-06-30',
      BIRTHDAY: '12/31',
      WEBSITE: 'https://initech.test',
    })
  })

  test('the scenario starter has ids that do not collide with those created through the API', async () => {
    const { call } = mock({ scenario: 'starter' })
    const ada = '/3.0/lists/aaaaaaaaaa/members/ada@acme.test'
    expect((await call(`POST ${ada}/notes`, { note: 'Another' })).body.id).toBe(4)
    expect((await call(`POST /3.0/lists/aaaaaaaaaa/segments`, { name: 'new', static_segment: [] })).status).toBe(200)
    expect(
      (await call(`POST /3.0/lists/aaaaaaaaaa/members`, { email_address: 'new@acme.test', status: 'subscribed' })).status,
    ).toBe(200)
  })

  test('the scenario starter has collections that all match the contract', async () => {
    const { call } = mock({ scenario: 'starter' })
    for (const list of ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc']) {
      for (const collection of [
        'members',
        'merge-fields',
        'interest-categories',
        'segments',
        'activity',
        'growth-history',
        'locations',
        'clients',
      ]) {
        expect(await call(`GET /3.0/lists/${list}/${collection}?count=1000`)).toMatchObject({ status: 200 })
      }
      const { body } = await call(`GET /3.0/lists/${list}/members?count=1000&fields=members.id`)
      for (const { id } of body.members) {
        for (const collection of ['tags', 'notes', 'events', 'activity', 'activity-feed', 'goals']) {
          expect(await call(`GET /3.0/lists/${list}/members/${id}/${collection}`)).toMatchObject({ status: 200 })
        }
      }
    }
  })
})
