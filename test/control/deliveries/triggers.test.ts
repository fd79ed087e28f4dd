import { describe, expect, test } from 'vitest'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import { ADA, ID } from '../../resources/member-world.ts'
import { mock } from '../../mock.ts'
import { triggerWorld } from './trigger-world.ts'

const NAMES = [
  'member.subscribe',
  'member.confirm',
  'member.unsubscribe',
  'member.update',
  'member.change_email',
  'member.complain',
  'member.bounce',
  'campaign.send',
  'campaign.cancel',
  'campaign.open',
  'campaign.click',
  'campaign.forward',
  'campaign.pick_winner',
  'feed.publish',
  'automation.create',
  'automation.enter',
  'conversation.reply',
  'domain.authenticate',
  'site.install_script',
  'page.visit',
  'product.view',
  'order.place',
  'order.update',
  'cart.fill',
  'survey.answer',
  'list.delete',
  'interest_category.delete',
  'interest.delete',
  'merge_field.require',
  'oauth.approve',
  'oauth.refuse',
  'oauth.revoke',
  'api_key.revoke',
  'api_key.restore',
  'account.disable',
  'account.enable',
  'outage.start',
  'outage.end',
  'event.emit',
]

describe('getTriggers', () => {
  test('getTriggers lists every trigger with its effect and its parameters', async () => {
    const { body } = await mock().call('GET /_control/triggers')
    expect(body.triggers.map(({ trigger }: { trigger: string }) => trigger)).toEqual(NAMES)
    expect(body.triggers[1]).toEqual({
      trigger: 'member.confirm',
      title: 'A member confirms the subscription',
      group: 'Members',
      description: 'A pending member opens the link in the confirmation request and becomes subscribed.',
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['trigger', 'list_id', 'email_address'],
        properties: {
          trigger: { type: 'string', const: 'member.confirm', description: 'The name of the trigger' },
          list_id: {
            type: 'string',
            'x-picks': { table: 'lists', field: 'id' },
            minLength: 1,
            maxLength: 64,
            description: 'The id of a list',
          },
          email_address: {
            type: 'string',
            'x-picks': { table: 'members', field: 'email_address' },
            minLength: 1,
            maxLength: 254,
            description: 'The address of a member',
          },
          source: {
            type: 'string',
            enum: ['user', 'admin', 'api'],
            description: 'The actor; default: the contact (user)',
          },
        },
      },
    })
  })

  test('getTriggers resolves every reference and names every trigger in its schema', async () => {
    const { text, body } = await mock().call('GET /_control/triggers')
    expect(text).not.toContain('$ref')
    for (const { trigger, schema } of body.triggers) expect(schema.properties.trigger.const).toBe(trigger)
  })
})

describe('runTrigger', () => {
  test('runTrigger reports what is wrong with a body, and where', async () => {
    const { refusal } = await triggerWorld()
    const named = { trigger: 'member.unsubscribe', list_id: ID, email_address: ADA }
    for (const [body, pointer, message] of [
      [{}, '/trigger', 'Required field is missing: trigger.'],
      [{ trigger: 5 }, '/trigger', /^Value must be one of: member\.subscribe, /],
      [{ trigger: 'member.unsubscribe', list_id: ID }, '/email_address', 'Required field is missing: email_address.'],
      [{ ...named, source: 'nobody' }, '/source', 'Value must be one of: user, admin, api.'],
      [{ ...named, resaon: 'x' }, '/resaon', /Did you mean reason\?$/],
      [{ ...named, email_address: 5 }, '/email_address', 'Value must be a text, but it is the number 5.'],
      [{ ...named, email_address: '' }, '/email_address', 'This value should not be blank.'],
      [
        { trigger: 'member.bounce', list_id: ID, email_address: ADA, bounce: 'high' },
        '/bounce',
        'Value must be one of: hard, soft.',
      ],
      [{ trigger: 'account.disable', list_id: ID }, '/list_id', 'There is no member list_id here. There are: trigger.'],
    ] as const) {
      const { status, errors } = await refusal(body)
      expect({ body, status, errors }).toEqual({
        body,
        status: 422,
        errors: [{ pointer, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
      })
    }
    expect(await refusal({ trigger: 'member.unsubscribe', source: 'usr', resaon: 'x' })).toMatchObject({
      detail:
        '/list_id: Required field is missing: list_id. ' +
        '/email_address: Required field is missing: email_address. ' +
        '/resaon: There is no member resaon here. Did you mean reason? ' +
        '/source: There is no value usr here. Did you mean user? There are: user, admin, api.',
      errors: [{ pointer: '/list_id' }, { pointer: '/email_address' }, { pointer: '/resaon' }, { pointer: '/source' }],
    })
    expect((await refusal([])).errors).toEqual([{ pointer: '', message: 'Value must be an object, but it is a list.' }])
  })

  test.each([
    ['unsubscribe', 'member.unsubscribe or member.subscribe'],
    ['member.subscribed', 'member.subscribe'],
    ['campaign.sent', 'campaign.send'],
    ['Account.Disable', 'account.disable or account.enable'],
  ])('runTrigger suggests the trigger meant by %s', async (trigger, meant) => {
    const { errors } = await (await triggerWorld()).refusal({ trigger })
    expect(errors[0].pointer).toBe('/trigger')
    expect(errors[0].message).toContain(`Did you mean ${meant}`)
  })

  test('runTrigger lists the existing ids if an unknown one is named', async () => {
    const { refusal, add } = await triggerWorld()
    await add(ADA)
    const someone = { trigger: 'member.unsubscribe', list_id: ID, email_address: 'bob@acme.test' }
    expect((await refusal({ ...someone, list_id: 'ffffffffff' })).errors).toEqual([
      { pointer: '/list_id', message: 'There is no list ffffffffff. There are: a1b2c3d4e5 (Acme News).' },
    ])
    expect((await refusal(someone)).errors).toEqual([
      { pointer: '/email_address', message: 'bob@acme.test is not on the list a1b2c3d4e5. There are: ada@acme.test.' },
    ])
    expect((await refusal({ ...someone, email_address: 'aad@acme.test' })).errors).toEqual([
      { pointer: '/email_address', message: 'aad@acme.test is not on the list a1b2c3d4e5. There are: ada@acme.test.' },
    ])
    expect((await refusal({ ...someone, email_address: 'ada@acme.tset', list_id: 'a1b2c3d4e6' })).errors).toEqual([
      { pointer: '/list_id', message: 'There is no list a1b2c3d4e6. Did you mean a1b2c3d4e5?' },
    ])
    expect((await refusal({ ...someone, email_address: 'ada@acme.tset' })).errors).toEqual([
      { pointer: '/email_address', message: 'ada@acme.tset is not on the list a1b2c3d4e5. Did you mean ada@acme.test?' },
    ])
    expect((await refusal({ ...someone, email_address: ADA, campaign_id: '0123456789' })).errors).toEqual([
      { pointer: '/campaign_id', message: 'There is no campaign 0123456789 to the list a1b2c3d4e5. There are none.' },
    ])
  })

  test('runTrigger runs in the world of the path and in no other', async () => {
    const { call, trigger } = await triggerWorld()
    await call('POST /_control/worlds', { id: 'other', scenario: 'empty' })
    const { status, body } = await call('POST /_control/worlds/other/triggers', { trigger: 'account.disable' })
    expect([status, body.changed[0].entity]).toEqual([200, 'account'])
    expect((await trigger('member.subscribe')).status).toBe(200)
  })

  test("runTrigger runs at the world's current instant", async () => {
    const { trigger, pass, adaNow } = await triggerWorld()
    await pass('PT5M')
    await trigger('member.subscribe')
    expect(await adaNow()).toMatchObject({ timestamp_opt: '2026-01-15T09:05:00+00:00' })
  })

  test('a trigger of a list finds only things of its own list', async () => {
    const { refusal, add, plant } = await triggerWorld()
    await add(ADA)
    const other = await plant((tx) => makeList(tx, { name: 'Other' }))
    const { errors } = await refusal({ trigger: 'member.unsubscribe', list_id: other.id, email_address: ADA })
    expect(errors[0].pointer).toBe('/email_address')
  })
})
