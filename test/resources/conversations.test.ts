import { describe, expect, test } from 'vitest'
import { replyToCampaign, type ConversationReply } from '../../src/service/rules/conversations/write.ts'
import { mock, type Body } from '../mock.ts'
import { CAMPAIGN, withReaders } from './campaign-world.ts'

/** A campaign and the replies of its recipients. */
async function withCampaign(plan: Parameters<typeof mock>[0] = {}) {
  const world = await withReaders({}, plan)
  const campaign = await world.send({ id: CAMPAIGN })
  const reply = (name: string, given: Partial<ConversationReply> = {}) =>
    world.as(name, (tx, member) => replyToCampaign(tx, campaign, member, { message: `From ${name}`, ...given }))
  /** Returns the initials of the members whose conversations a query finds. */
  const find = async (query = '') => {
    const { body } = await world.call(`GET /3.0/conversations?${query}`)
    return body.conversations.map(({ from_label }: Body) => from_label[0]).join('')
  }
  return { ...world, campaign, reply, find }
}

describe('getConversations', () => {
  test('getConversations returns the conversations in the order in which they started', async () => {
    const { call, reply, find } = await withCampaign()
    await reply('bob')
    await reply('ada')
    await reply('bob')
    expect(await find()).toBe('ba')
    const { status, body } = await call('GET /3.0/conversations?count=1&offset=1')
    expect({ status, total: body.total_items, shown: body.conversations.length }).toEqual({ status: 200, total: 2, shown: 1 })
  })

  test.each([
    ['has_unread_messages=true', 'bc'],
    ['has_unread_messages=TRUE', 'bc'],
    ['has_unread_messages=false', 'a'],
    ['has_unread_messages=perhaps', 'a'],
    ['campaign_id=c0c0c0c0c0', 'ab'],
    ['campaign_id=c0c0c0c0c1', 'c'],
    ['campaign_id=0000000000', ''],
    ['list_id=a1b2c3d4e5', 'abc'],
    ['list_id=0000000000', ''],
    ['campaign_id=c0c0c0c0c0&has_unread_messages=true', 'b'],
    ['campaign_id=c0c0c0c0c0&list_id=0000000000', ''],
    ['list_id=a1b2c3d4e5&count=1&offset=1', 'b'],
  ])('the conversation filter %s selects the conversations %j', async (query, expected) => {
    const { find, send, as, reply } = await withCampaign()
    const other = await send({ id: 'c0c0c0c0c1' })
    await reply('ada', { read: true })
    await reply('bob', { read: true })
    await reply('bob')
    await as('cy', (tx, cy) => replyToCampaign(tx, other, cy, { message: 'From cy' }))
    expect(await find(query)).toBe(expected)
  })

  test('the deletion of a list and the permanent deletion of a member delete their conversations', async () => {
    const { reply, find, call, path, list } = await withCampaign()
    await reply('ada')
    const { conversation } = await reply('bob')
    await call(`POST ${path}/ada@acme.test/actions/delete-permanent`)
    expect(await find()).toBe('b')
    await call(`DELETE /3.0/lists/${list.id}`)
    expect(await find()).toBe('')
    expect((await call(`GET /3.0/conversations/${conversation.id}/messages`)).status).toBe(404)
  })

  test('getConversations is forbidden on a plan without conversations', async () => {
    const { body } = await mock({ settings: { conversations: 'off' } }).call('GET /3.0/conversations')
    expect(body).toMatchObject({ title: 'User action not permitted', status: 403 })
  })
})

describe('getConversation', () => {
  test('getConversation returns a conversation with its latest message', async () => {
    const { call, reply, pass, campaign } = await withCampaign()
    const { conversation } = await reply('ada', { message: 'Nice <hats>' })
    await pass('PT1H')
    await reply('ada', { message: 'And gloves', subject: 'One more thing', read: true })
    const { body } = await call(`GET /3.0/conversations/${conversation.id}`)
    const { _links, ...shown } = body
    expect(shown).toEqual({
      id: conversation.id,
      message_count: 2,
      campaign_id: CAMPAIGN,
      list_id: campaign.list_id,
      unread_messages: 1,
      from_label: 'ada@acme.test',
      from_email: 'ada@acme.test',
      subject: 'Re: News',
      last_message: {
        from_label: 'ada@acme.test',
        from_email: 'ada@acme.test',
        subject: 'One more thing',
        message: 'And gloves',
        read: true,
        timestamp: '2026-01-15T10:00:00+00:00',
      },
    })
  })

  test("getConversation labels the conversation with the member's name", async () => {
    const { call, reply, path } = await withCampaign()
    await call(`PATCH ${path}/ada@acme.test`, { merge_fields: { FNAME: 'Ada', LNAME: 'Lovelace' } })
    const { conversation } = await reply('ada')
    expect((await call(`GET /3.0/conversations/${conversation.id}`)).body.from_label).toBe('Ada Lovelace')
  })

  test('each recipient has a separate conversation about each campaign', async () => {
    const { send, as, reply } = await withCampaign()
    const other = await send()
    const ids = [
      (await reply('ada')).conversation.id,
      (await reply('bob')).conversation.id,
      (await as('ada', (tx, ada) => replyToCampaign(tx, other, ada, { message: 'Hi' }))).conversation.id,
      (await reply('ada')).conversation.id,
    ]
    expect(new Set(ids).size).toBe(3)
    expect(ids[3]).toBe(ids[0])
  })

  test('a member can reply only to a campaign that was sent to the member, and only on a plan with conversations', async () => {
    const { make, reply, handle } = await withCampaign()
    await make({ email_address: 'late@acme.test' })
    const before = handle().world
    await expect(reply('late')).rejects.toThrow('late@acme.test was not sent the campaign c0c0c0c0c0.')
    expect(handle().world).toBe(before)
    const off = await withCampaign({ settings: { conversations: 'off' } })
    await expect(off.reply('ada')).rejects.toThrow('The plan of this account has no conversations.')
  })

  test('getConversation is forbidden on a plan without conversations', async () => {
    const { body } = await mock({ settings: { conversations: 'off' } }).call('GET /3.0/conversations/0000000000')
    expect(body).toMatchObject({ title: 'User action not permitted', status: 403 })
  })
})
