import Ajv2020 from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import { ADA, ID } from '../../resources/member-world.ts'
import { listening } from './stream-world.ts'
import { documents } from '../../../src/kernel/contract/documents.ts'

const control = await documents.control()

const SCHEMAS: { readonly [event: string]: string } = {
  request: 'StreamRequest',
  transition: 'StreamTransition',
  delivery: 'StreamDelivery',
  email: 'StreamEmail',
  clock: 'StreamClock',
  gap: 'StreamGap',
}

/** The schemas of events. Every object in them refuses additional properties. */
const closed = JSON.parse(JSON.stringify(control.components.schemas), (key, value) =>
  value?.type === 'object' && value.properties && !key.startsWith('properties')
    ? { additionalProperties: false, ...value }
    : value,
)
const ajv = new Ajv2020.default({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'control', components: { schemas: closed } })

test('every event of a stream matches the contract', async () => {
  const { open, call, pass, plant } = listening({ settings: { webhooks: { mode: 'record' } } })
  await plant((tx) => makeList(tx, { id: ID, name: 'Acme News' }))
  const hook = { url: 'http://127.0.0.1:5000/hook', events: { subscribe: true }, sources: { user: true } }
  const { next } = await open('?last_event_id=7')
  await call(`POST /3.0/lists/${ID}/webhooks`, hook)
  await call(`POST /3.0/lists/${ID}/members`, { email_address: ADA, status: 'pending' })
  await call('GET /3.0/nowhere', undefined, { headers: { 'x-trigger-error': 'TooManyRequests' } })
  await call('POST /_control/triggers', { trigger: 'member.confirm', list_id: ID, email_address: ADA })
  await pass('PT1M')
  const received = await next(10)
  expect(new Set(received.map(({ event }) => event))).toEqual(new Set(Object.keys(SCHEMAS)))
  const wrong = received.flatMap(({ event, data }) => {
    const validate = ajv.getSchema(`control#/components/schemas/${SCHEMAS[event]}`)
    if (!validate) throw new Error(`There is no schema of ${event}.`)
    return validate(data) ? [] : [{ event, errors: validate.errors }]
  })
  expect(wrong).toEqual([])
})
