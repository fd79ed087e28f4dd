import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/resources/lists/make.ts'
import { webhooks } from '../../src/resources/webhooks/webhook.ts'
import { mock } from '../mock.ts'

const LIST = 'a1b2c3d4e5'

describe('getListWebhooks', () => {
  test('answers nothing for a new list', async () => {
    const { call, plant } = mock()
    await plant((tx) => makeList(tx, { id: LIST, name: 'Acme News' }))
    const { status, body } = await call(`GET /3.0/lists/${LIST}/webhooks`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ webhooks: [], list_id: LIST, total_items: 0 })
    expect(body._links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'parent', 'create'])
  })

  test('answers all webhooks of the list at once, oldest first', async () => {
    const { call, plant } = mock()
    await plant((tx) => {
      makeList(tx, { id: LIST, name: 'Acme News' })
      const events = { subscribe: true, unsubscribe: true, profile: false, cleaned: false, upemail: false, campaign: false }
      for (const id of ['bbbbbbbbbb', 'aaaaaaaaaa']) {
        tx.insert(webhooks, {
          list_id: LIST,
          id,
          url: 'http://127.0.0.1:5000/hook',
          events,
          sources: { user: true, admin: true, api: false },
        })
      }
    })
    const { body } = await call(`GET /3.0/lists/${LIST}/webhooks?count=1`)
    expect(body.webhooks.map(({ id }: { id: string }) => id)).toEqual(['bbbbbbbbbb', 'aaaaaaaaaa'])
    expect(body.webhooks[0]).toMatchObject({ url: 'http://127.0.0.1:5000/hook', sources: { api: false }, list_id: LIST })
  })

  test('an unknown list is not found', async () => {
    const { body } = await mock().call(`GET /3.0/lists/${LIST}/webhooks`)
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})
