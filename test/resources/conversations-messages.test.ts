import { describe, expect, test } from 'vitest'
import { replyToCampaign, type ConversationReply } from '../../src/service/rules/conversations/write.ts'
import { mock, type Body } from '../mock.ts'
import { withReaders } from './campaign-world.ts'

const OFF = { settings: { conversations: 'off' } } as const
const NOBODYS = '/3.0/conversations/0000000000/messages'

/** A conversation with Ada that started at nine with one message. */
async function withThread() {
  const world = await withReaders()
  const campaign = await world.send()
  const reply = (message: string, given: Partial<ConversationReply> = {}, name = 'ada') =>
    world.as(name, (tx, member) => replyToCampaign(tx, campaign, member, { message, ...given }))
  const { conversation, message } = await reply('One')
  const thread = `/3.0/conversations/${conversation.id}`
  const find = async (query = '') => {
    const { body } = await world.call(`GET ${thread}/messages?${query}`)
    return body.conversation_messages.map(({ message: text }: Body) => text).join(' ')
  }
  const post = (body: object) => world.call(`POST ${thread}/messages`, body)
  return { ...world, reply, conversation, message, thread, find, post }
}

describe('getConversationMessages', () => {
  test('getConversationMessages returns all messages, oldest first', async () => {
    const { call, reply, pass, thread, conversation, find } = await withThread()
    for (let i = 0; i < 12; i++) await reply(`m${i}`)
    await pass('PT1S')
    await reply('last')
    expect(await find()).toBe('One m0 m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 last')
    const { body } = await call(`GET ${thread}/messages?count=2`)
    expect(body).toMatchObject({ conversation_id: conversation.id, total_items: 14 })
  })

  test.each([
    ['is_read=true', 'Two'],
    ['is_read=false', 'One Three'],
    ['since_timestamp=2026-01-15T09:00:00Z', 'Two Three'],
    ['before_timestamp=2026-01-15T09:01:00Z', 'One'],
    ['since_timestamp=2026-01-15T09:00:00Z&before_timestamp=2026-01-15T09:02:00Z', 'Two'],
    ['since_timestamp=2026-01-15T09:00:00Z&is_read=false', 'Three'],
    ['before_timestamp=2026-01-15T09:00:00Z', ''],
  ])('the message filter %s selects the messages %j', async (query, expected) => {
    const { call, reply, pass, find, thread } = await withThread()
    await pass('PT1M')
    await reply('Two', { read: true })
    await pass('PT1M')
    await reply('Three')
    expect(await find(query)).toBe(expected)
    const total = expected === '' ? 0 : expected.split(' ').length
    expect((await call(`GET ${thread}/messages?${query}`)).body.total_items).toBe(total)
  })

  test('getConversationMessages is forbidden on a plan without conversations', async () => {
    expect((await mock(OFF).call(`GET ${NOBODYS}`)).body).toMatchObject({ title: 'User action not permitted', status: 403 })
  })
})

describe('getConversationMessage', () => {
  test('getConversationMessage returns a message without marking it as read', async () => {
    const { call, thread, message, conversation } = await withThread()
    const { body } = await call(`GET ${thread}/messages/${message.id}`)
    const { _links, ...shown } = body
    expect(shown).toEqual({
      id: message.id,
      conversation_id: conversation.id,
      list_id: conversation.list_id,
      from_label: 'ada@acme.test',
      from_email: 'ada@acme.test',
      subject: 'Re: News',
      message: 'One',
      read: false,
      timestamp: '2026-01-15T09:00:00+00:00',
    })
    expect((await call(`GET ${thread}`)).body.unread_messages).toBe(1)
  })

  test('getConversationMessage does not find a message of another conversation or an unknown id', async () => {
    const { call, reply, thread } = await withThread()
    const { message } = await reply('Hi', {}, 'bob')
    for (const id of [message.id, '0000000000', '__proto__']) {
      expect((await call(`GET ${thread}/messages/${id}`)).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
    }
    expect((await call(`GET ${NOBODYS}/${message.id}`)).status).toBe(404)
  })

  test('getConversationMessage is forbidden on a plan without conversations', async () => {
    expect((await mock(OFF).call(`GET ${NOBODYS}/0000000000`)).body).toMatchObject({
      title: 'User action not permitted',
      status: 403,
    })
  })
})

describe('createConversationMessage', () => {
  test('createConversationMessage posts a message from the account, which becomes the last message', async () => {
    const { call, post, pass, thread, conversation } = await withThread()
    await pass('PT1H')
    const { body } = await post({ from_email: 'news@acme.test', read: true, subject: 'Re: hats', message: 'Thanks' })
    const message = {
      from_label: 'Acme',
      from_email: 'news@acme.test',
      subject: 'Re: hats',
      message: 'Thanks',
      read: true,
      timestamp: '2026-01-15T10:00:00+00:00',
    }
    const { id: _id, _links, ...shown } = body
    expect(shown).toEqual({ conversation_id: conversation.id, list_id: conversation.list_id, ...message })
    expect((await call(`GET ${thread}`)).body).toMatchObject({ message_count: 2, unread_messages: 1, last_message: message })
  })

  test("createConversationMessage posts a message from the member under the member's name, with optional subject and text", async () => {
    const { call, post, thread } = await withThread()
    const { body } = await post({ from_email: 'ADA@acme.test', read: false })
    expect(body).toMatchObject({ from_label: 'ada@acme.test', from_email: 'ADA@acme.test', subject: '', message: '' })
    expect((await call(`GET ${thread}`)).body).toMatchObject({ message_count: 2, unread_messages: 2 })
  })

  test('a renamed member writes under the same name, from the old address as well as the new one', async () => {
    const { call, path, post, reply, pass, thread } = await withThread()
    await call(`PATCH ${path}/ada@acme.test`, { email_address: 'countess@acme.test' })
    await pass('PT1S')
    await reply('Two', {}, 'countess')
    for (const from_email of ['Countess@acme.test', 'ada@acme.test']) {
      expect((await post({ from_email, read: false })).body).toMatchObject({ from_label: 'ada@acme.test', from_email })
    }
    await post({ from_email: 'news@acme.test', read: true })
    const { body } = await call(`GET ${path}/countess@acme.test/activity-feed?activity_filters=conversation`)
    expect(body.activity.map(({ is_user }: Body) => is_user)).toEqual([false, false, false, false, true])
    expect((await call(`GET ${thread}`)).body).toMatchObject({ message_count: 5, unread_messages: 4 })
  })

  test('createConversationMessage is forbidden on a plan without conversations', async () => {
    const { body } = await mock(OFF).call(`POST ${NOBODYS}`, { from_email: 'news@acme.test', read: true })
    expect(body).toMatchObject({ title: 'User action not permitted', status: 403 })
  })
})
