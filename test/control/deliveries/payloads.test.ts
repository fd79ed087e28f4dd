import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { documents } from '../../../src/kernel/contract/documents.ts'
import { createDouble } from '../../../src/index.ts'
import { BOB, clientAndWorld, LIST } from '../../client/targets.ts'

const FORM = 'application/x-www-form-urlencoded'

const { webhooks = {}, components } = await documents.service()

/** A schema in which objects with listed members have no others. */
function closed(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.properties && value.type === 'object' ? { additionalProperties: false, ...value } : value,
  )
}

test('the deliveries of the control API have the payloads that the contract of the service describes', async () => {
  const { components: control } = await documents.control()
  const byReference = (one: { $ref: string }, other: { $ref: string }): number => one.$ref.localeCompare(other.$ref)
  const { anyOf: alternatives } = Object(control.schemas?.['Delivery']).properties.payload
  expect(alternatives).toContainEqual({ $ref: '#/components/schemas/WebhookPayload' })
  const described = Object.values(webhooks).map((webhook) => Object(webhook).post.requestBody.content[FORM].schema)
  expect(Object(control.schemas?.['WebhookPayload']).oneOf.toSorted(byReference)).toEqual(described.toSorted(byReference))
})

test('the contract of the service describes the payload of every event that happens', async () => {
  await using double = await createDouble({ scenario: 'empty', log: () => {} })
  const { world } = await clientAndWorld(double)
  const events = { subscribe: true, unsubscribe: true, profile: true, cleaned: true, upemail: true, campaign: true }
  await world.post(`/lists/${LIST}/webhooks`, {
    url: 'http://127.0.0.1:5000/all',
    events,
    sources: { user: true, admin: true, api: true },
  })
  await world.post('/batch-webhooks', { url: 'http://127.0.0.1:5000/batches' })
  const { body: category } = await world.post(`/lists/${LIST}/interest-categories`, { title: 'Topics', type: 'checkboxes' })
  await world.post(`/lists/${LIST}/interest-categories/${category.id}/interests`, { name: 'News' })

  await world.post(`/lists/${LIST}/members`, {
    email_address: 'eve@acme.test',
    status: 'subscribed',
    merge_fields: { FNAME: 'Eve' },
  })
  await world.trigger('member.update', { ...BOB, merge_fields: { FNAME: 'Robert' } })
  await world.trigger('member.change_email', { ...BOB, new_email_address: 'bob@acme.example' })
  const sent = await world.trigger('campaign.send', { list_id: LIST, subject_line: 'News' })
  await world.trigger('member.unsubscribe', { list_id: LIST, email_address: 'bob@acme.example', reason: 'Enough' })
  await world.trigger('member.bounce', {
    list_id: LIST,
    email_address: 'eve@acme.test',
    bounce: 'hard',
    campaign_id: sent.changed[0]?.id ?? '',
  })
  await world.post('/batches', { operations: [{ method: 'GET', path: '/ping' }] })
  await world.clock.advance({ until: 'idle' })

  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({
    $id: 'service',
    ...closed({ webhooks, components }),
  })
  const deliveries = await world.deliveries.list()
  for (const { event, payload } of deliveries) {
    const check = ajv.compile({ $ref: `service#/webhooks/${event}/post/requestBody/content/${FORM.replace('/', '~1')}/schema` })
    expect([event, check(payload), check.errors]).toEqual([event, true, null])
  }
  expect([...new Set(deliveries.map(({ event }) => event))].toSorted()).toEqual(Object.keys(webhooks).toSorted())
})
