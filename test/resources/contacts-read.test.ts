import { describe, expect, test } from 'vitest'
import { smsChannels, emailConsents } from '../../src/service/model/contacts/contact.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { taggings } from '../../src/service/model/segments/segment.ts'
import { ADA_HASH, email, PHONE, PHONE_HASH, sms, statusesOf, withAudience } from './contact-world.ts'
import { ADA, AT_START, ID, LATER } from './member-world.ts'

const OTHER = 'ffffffffff'

/** One contact with both channels, one with only a phone, and another audience. */
async function withTwo() {
  const world = await withAudience()
  await world.plant((tx) => makeList(tx, { id: OTHER, name: 'Other' }))
  const { body: ada } = await world.create({ ...email(ADA, 'consented'), ...sms(), tags: ['vip'] })
  const { body: phone } = await world.create({ ...sms('+4712345678'), tags: ['vip'] })
  return { ...world, ada, phone, get: (key: string) => world.call(`GET ${world.contacts}/${key}`) }
}

test('the record of a member shows the SMS channel of the contact, wherever members are', async () => {
  const { call, create, members, byAddress, pass } = await withAudience()
  await create({ ...email(ADA, 'consented'), ...sms() })
  const shown = async () => {
    const { body } = await call(`GET ${members}/${ADA}`)
    expect((await call(`GET ${members}`)).body.members).toEqual([body])
    expect((await call(`GET /3.0/search-members?query=${ADA}`)).body.exact_matches.members).toEqual([body])
    return [body.sms_phone_number, body.sms_subscription_status, body.sms_subscription_last_updated]
  }
  expect(await shown()).toEqual([PHONE, 'nonsubscribed', AT_START])
  await pass('PT5M')
  await call(`PATCH ${byAddress}`, { language: 'de' })
  expect(await shown()).toEqual([PHONE, 'nonsubscribed', AT_START])
  await call(`PATCH ${byAddress}`, sms(PHONE, { status: 'confirmed' }))
  expect(await shown()).toEqual([PHONE, 'subscribed', LATER])
  await call(`POST ${byAddress}/actions/archive`)
  expect((await call(`GET ${members}/${ADA}`)).body.sms_subscription_status).toBe('unsubscribed')
})

describe('getContact', () => {
  test.each([
    ['its id', (id: string) => id],
    ['its id in capitals', (id: string) => id.toUpperCase()],
    ['the hash of its address', () => `email:${ADA_HASH}`],
    ['the hash of its address in capitals', () => `EMAIL:${ADA_HASH.toUpperCase()}`],
    ['the hash of its phone', () => `sms:${PHONE_HASH}`],
    ['the hash of its phone, percent-encoded', () => `sms%3A${PHONE_HASH.toUpperCase()}`],
  ])('a contact is found by %s', async (_, keyOf) => {
    const { get, ada } = await withTwo()
    expect((await get(keyOf(ada.id))).body).toEqual(ada)
  })

  test.each([
    ADA_HASH,
    PHONE_HASH,
    ADA,
    `email:${ADA}`,
    `email:${PHONE_HASH}`,
    'email:',
    `sms:${PHONE}`,
    `sms:${ADA_HASH}`,
    'sms:',
    `phone:${PHONE_HASH}`,
    `email:${ADA_HASH}0`,
    '__proto__',
  ])('the contact key %s is answered with 404', async (key) => {
    const { get } = await withTwo()
    expect((await get(key)).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })

  test('getContact does not find contacts of another audience', async () => {
    const { call, ada, phone } = await withTwo()
    for (const key of [ada.id, phone.id, `email:${ADA_HASH}`, `sms:${PHONE_HASH}`])
      expect((await call(`GET /3.0/audiences/${OTHER}/contacts/${key}`)).status).toBe(404)
    expect((await call(`GET /3.0/audiences/none/contacts/${ada.id}`)).status).toBe(404)
  })

  test('getContact finds a contact that was created as a member', async () => {
    const { call, add, byAddress } = await withAudience()
    const { body: member } = await add(ADA, { merge_fields: { FNAME: 'Ada' }, tags: ['vip'], language: 'en' })
    expect((await call(`GET ${byAddress}`)).body).toMatchObject({
      id: member.contact_id,
      language: 'en',
      merge_fields: { FNAME: 'Ada' },
      tags: ['vip'],
      last_updated_at: member.last_changed,
    })
  })
})

describe('archiveContact', () => {
  test('archiveContact keeps the contact and archives the member', async () => {
    const { call, get, contacts, members, ada, pass, announced } = await withTwo()
    await pass('PT5M')
    await call(`POST ${contacts}/${ada.id}/actions/archive`)
    const { body } = await get(ada.id)
    expect(body).toMatchObject({ status: 'archived', last_updated_at: LATER, tags: ['vip'], sms_channel: { sms_phone: PHONE } })
    expect(statusesOf(body)).toEqual(['unsubscribed', 'unsubscribed'])
    expect((await call(`GET ${members}`)).body.total_items).toBe(0)
    expect((await call(`GET ${members}/${ADA}`)).body.status).toBe('archived')
    expect((await announced()).webhooks).toEqual(['subscribe', 'unsubscribe'])
  })

  test('archiveContact keeps a contact with only a phone', async () => {
    const { call, get, contacts, phone, pass, announced } = await withTwo()
    await pass('PT5M')
    expect((await call(`POST ${contacts}/${phone.id}/actions/archive`)).status).toBe(204)
    expect((await get(phone.id)).body).toMatchObject({ status: 'archived', last_updated_at: LATER })
    expect((await announced()).webhooks).toEqual(['subscribe'])
  })

  test('archiveContact rejects a contact that is already archived', async () => {
    const { call, contacts, ada, phone, handle } = await withTwo()
    for (const { id } of [ada, phone]) {
      await call(`POST ${contacts}/${id}/actions/archive`)
      const before = handle().world
      const { body } = await call(`POST ${contacts}/${id}/actions/archive`)
      expect(body).toMatchObject({ title: 'Bad Request', status: 400 })
      expect(handle().world).toBe(before)
    }
  })

  test.each(['pending', 'cleaned'] as const)('archiveContact rejects a contact whose address is %s', async (status) => {
    const { call, make, byAddress } = await withAudience()
    await make({ email_address: ADA, status })
    expect((await call(`POST ${byAddress}/actions/archive`)).body).toMatchObject({ title: 'Bad Request', status: 400 })
  })

  test('an archived member is an archived contact', async () => {
    const { call, members, get, ada } = await withTwo()
    await call(`DELETE ${members}/${ADA}`)
    expect((await get(ada.id)).body.status).toBe('archived')
  })
})

describe('forgetContact', () => {
  test('forgetContact removes a contact with all its channels', async () => {
    const { call, get, contacts, members, ada, announced, plant } = await withTwo()
    await call(`POST ${contacts}/${ada.id}/actions/forget`)
    for (const key of [ada.id, `email:${ADA_HASH}`, `sms:${PHONE_HASH}`]) expect((await get(key)).status).toBe(404)
    expect((await call(`POST ${contacts}/${ada.id}/actions/forget`)).status).toBe(404)
    expect((await call(`GET ${members}/${ADA}`)).status).toBe(404)
    expect((await announced()).webhooks).toEqual(['subscribe', 'unsubscribe'])
    const left = await plant((tx) => [tx.range(smsChannels.key).count, tx.range(emailConsents.key).count])
    expect(left).toEqual([1, 0])
  })

  test("a forgotten address cannot be added through the list's members either", async () => {
    const { call, contacts, ada, add } = await withTwo()
    await call(`POST ${contacts}/${ada.id}/actions/forget`)
    expect((await add(ADA)).body.title).toBe('Forgotten Email Not Subscribed')
  })

  test('forgetContact removes a contact with only a phone, whose phone can be used again', async () => {
    const { call, create, get, contacts, phone, plant } = await withTwo()
    await call(`POST ${contacts}/${phone.id}/actions/forget`)
    expect((await get(phone.id)).status).toBe(404)
    expect(await plant((tx) => tx.range(taggings.byMember, { contact_id: phone.id }).count)).toBe(0)
    const { stats } = (await call(`GET /3.0/lists/${ID}?include_total_contacts=true`)).body
    expect(stats.total_contacts).toBe(1)
    const { body } = await create(sms('+4712345678'))
    expect(body).toMatchObject({ tags: [], status: 'active' })
    expect(body.id).not.toBe(phone.id)
  })

  test('archived contacts can be forgotten as well', async () => {
    const { call, contacts, ada, phone, get } = await withTwo()
    for (const { id } of [ada, phone]) {
      await call(`POST ${contacts}/${id}/actions/archive`)
      expect((await call(`POST ${contacts}/${id}/actions/forget`)).status).toBe(204)
      expect((await get(id)).status).toBe(404)
    }
  })

  test('the permanent deletion of a member forgets the contact and frees its phone', async () => {
    const { call, create, members, get, ada } = await withTwo()
    await call(`POST ${members}/${ADA}/actions/delete-permanent`)
    expect((await get(ada.id)).status).toBe(404)
    expect((await create(sms())).body.id).not.toBe(ada.id)
  })
})
