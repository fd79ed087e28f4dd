// No service at all: functions that return constants. It shows what the tests themselves and Vitest take.
import { test } from 'vitest'

const MEMBER = { status: 200, body: { status: 'subscribed', merge_fields: { FNAME: 'Ada' } } }
const EXISTS = { status: 400, body: { title: 'Member Exists' } }
const PAGE = { status: 200, body: { members: Array.from({ length: 10 }), total_items: 22 } }
const UPDATED = { status: 200, body: { merge_fields: { FNAME: 'Grace' } } }
const WEBHOOK = { status: 200, body: { id: 'webhook' } }
const PENDING = { status: 200, body: { id: 'batch', status: 'pending' } }
const FINISHED = { status: 200, body: { status: 'finished', finished_operations: 5, errored_operations: 0 } }
const FORM = new URLSearchParams({ type: 'subscribe', 'data[email]': 'ada@acme.test' })

/** @type {import('../service.mjs').DefineTest} */
export function defineTest(name, body) {
  let added = 0
  test(`member ${name}`, () =>
    body({
      application: {
        addMember: async () => (added++ === 0 ? MEMBER : EXISTS),
        readMember: async () => MEMBER,
        readMembers: async () => PAGE,
        updateMember: async () => UPDATED,
        addWebhook: async () => WEBHOOK,
        startBatch: async () => PENDING,
        readBatch: async () => FINISHED,
      },
      openEndpoint: async () => ({ url: '', nextOf: async () => FORM, close: async () => {} }),
      advance: async () => {},
    }))
}
