import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { connect } from '../../src/kit/client/index.ts'
import { payloadIn } from '../../src/kit/client/receiver/webhook-form.ts'
import { documents } from '../../src/kernel/contract/documents.ts'
import { createDouble } from '../../src/index.ts'
import { webhookEvents } from '../../src/service/model/deliveries/delivery.ts'

const service = await documents.service()
const LIST = '3eb0000001'
const [ADA, BOB] = [
  { list_id: LIST, email_address: 'ada@acme.test' },
  { list_id: LIST, email_address: 'bob@acme.test' },
] as const

/** A validator for the payload of an event that also rejects members that the contract does not name. */
function validatorFor(event: string) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const closed = structuredClone(service)
  for (const [name, schema] of Object.entries(closed.components.schemas))
    if (/^(?:Subscription|Unsubscription)Data$|Payload$/.test(name)) Object.assign(schema, { additionalProperties: false })
  ajv.addSchema(closed as AnySchema, 'document')
  return ajv.getSchema(`document#/webhooks/${event}/post/requestBody/content/application~1x-www-form-urlencoded/schema`)
}

test('the contract describes the payload of each webhook event', () => {
  const events = webhookEvents.filter((event) => event !== 'validation')
  expect(Object.keys(service.webhooks ?? {}).toSorted()).toEqual(events.toSorted())
})

test('each webhook that is sent has the payload of the contract, and the client decodes its form to it', async () => {
  await using double = await createDouble({ scenario: 'empty', log: () => {} })
  const world = await connect(double).worlds.create({ scenario: 'webhooks', settings: { webhooks: { mode: 'record' } } })
  const address = { addr1: '1 High Street', addr2: '', city: 'London', state: 'London', zip: 'N1 9GU', country: 'GB' }
  const post = (path: string, body: object) => world.fetch(path, { method: 'POST', body: JSON.stringify(body) })
  await post(`/lists/${LIST}/merge-fields`, { tag: 'HOME', name: 'Home', type: 'address' })
  const category = (await (await post(`/lists/${LIST}/interest-categories`, { title: 'Topics', type: 'checkboxes' })).json()) as {
    id: string
  }
  const interest = (await (
    await post(`/lists/${LIST}/interest-categories/${category.id}/interests`, { name: 'Cats' })
  ).json()) as { id: string }
  await world.trigger('member.update', {
    ...ADA,
    merge_fields: { FNAME: 'Augusta', HOME: address },
    interests: { [interest.id]: true },
  })
  await world.trigger('member.subscribe', { list_id: LIST, email_address: 'eve@acme.test' })
  await world.trigger('member.confirm', { list_id: LIST, email_address: 'pending@acme.test' })
  await world.trigger('member.change_email', { ...ADA, new_email_address: 'countess@acme.test' })
  await world.trigger('member.bounce', { list_id: LIST, email_address: 'eve@acme.test', bounce: 'hard' })
  await world.trigger('member.complain', BOB)
  await world.fetch(`/lists/${LIST}/members/pending@acme.test`, { method: 'DELETE' })
  await world.trigger('campaign.send', { list_id: LIST, subject_line: 'Hello' })
  await post('/batches', { operations: [{ method: 'GET', path: '/ping' }] })
  await world.clock.advance({ until: 'idle' })

  const sent = await world.deliveries.list()
  expect(new Set(sent.map(({ event }) => event))).toEqual(new Set(Object.keys(service.webhooks ?? {})))
  for (const { event, body, payload } of sent) {
    const validate = validatorFor(event)
    const decoded = payloadIn(body)
    expect(validate?.(decoded), `${event}: ${JSON.stringify(validate?.errors)}`).toBe(true)
    expect(decoded).toEqual(payload)
  }
  const [profile] = sent.filter(({ event }) => event === 'profile')
  expect(payloadIn(profile?.body ?? '')).toMatchObject({
    data: { merges: { FNAME: 'Augusta', HOME: address, INTERESTS: 'Cats', GROUPINGS: [{ name: 'Topics', groups: 'Cats' }] } },
  })
})

test('a hostile form is decoded to plain data', () => {
  const decoded = payloadIn(
    'type=subscribe&fired_at=x&data[__proto__][polluted]=1&data[constructor]=2&[=3&data=4&data[a]=5&data[[b]]=6',
  )
  expect(Object.keys(decoded ?? {})).toEqual(['type', 'fired_at', 'data'])
  expect('polluted' in {}).toBe(false)
})
