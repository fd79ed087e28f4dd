import { describe, expect, test } from 'vitest'
import { removeBatchWebhooks, batchWebhooks } from '../../src/service/model/batch-webhooks/batch-webhook.ts'
import { makeBatchWebhook } from '../../src/service/rules/batch-webhooks/make.ts'
import { createInState } from '../../src/kernel/world/machine.ts'
import { tokenMachine } from '../../src/service/model/oauth/machine.ts'
import { URL_A, webhookWorld } from './webhook-world.ts'

const HOOKS = '/3.0/batch-webhooks'
const OTHER = 'http://127.0.0.1:9/other'
const TOKEN = '0123456789abcdef0123456789abcdef'

async function batchWebhookWorld(settings: Parameters<typeof webhookWorld>[0] = {}) {
  const world = await webhookWorld(settings)
  const hookOfBatches = (fields: Partial<Parameters<typeof makeBatchWebhook>[1]> = {}) =>
    world.plant((tx) => makeBatchWebhook(tx, { url: URL_A, ...fields }))
  return { ...world, hookOfBatches }
}

describe('createBatchWebhook', () => {
  test('createBatchWebhook returns the new webhook with its links', async () => {
    const { call } = await batchWebhookWorld()
    const { body } = await call(`POST ${HOOKS}`, { url: URL_A })
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{10}$/),
      url: URL_A,
      _links: expect.any(Array),
    })
  })

  test.each([true, false])('createBatchWebhook returns enabled if it was sent as %s', async (enabled) => {
    const { call } = await batchWebhookWorld()
    expect((await call(`POST ${HOOKS}`, { url: URL_A, enabled })).body).toMatchObject({ enabled })
  })

  test('the twenty-first batch webhook of an account is rejected', async () => {
    const { call, plant, handle } = await batchWebhookWorld()
    await plant((tx) => {
      for (let i = 0; i < 19; i++) makeBatchWebhook(tx, { url: `http://127.0.0.1:9/${i}` })
    })
    const { body: last } = await call(`POST ${HOOKS}`, { url: URL_A })
    const before = handle().world
    expect((await call(`POST ${HOOKS}`, { url: OTHER })).body).toMatchObject({ status: 400, title: 'Bad Request' })
    expect(handle().world).toBe(before)
    await call(`DELETE ${HOOKS}/${last.id}`)
    expect((await call(`POST ${HOOKS}`, { url: OTHER })).status).toBe(200)
  })

  test('batch webhooks created by an application are deleted when its access is revoked', async () => {
    const { call, plant } = await batchWebhookWorld()
    await plant((tx) => createInState(tx, tokenMachine, { token: TOKEN, client_id: 'app', status: 'valid', issued_at: tx.now }))
    const { body: own } = await call(`POST ${HOOKS}`, { url: URL_A }, { headers: { authorization: `Bearer ${TOKEN}` } })
    const { body: others } = await call(`POST ${HOOKS}`, { url: OTHER })
    await plant((tx) => removeBatchWebhooks(tx, 'app'))
    expect((await call(`GET ${HOOKS}/${own.id}`)).status).toBe(404)
    expect((await call(`GET ${HOOKS}/${others.id}`)).status).toBe(200)
  })
})

describe('getBatchWebhooks', () => {
  test('getBatchWebhooks returns the webhooks, oldest first', async () => {
    const { call, hookOfBatches } = await batchWebhookWorld()
    for (const id of ['cccccccccc', 'aaaaaaaaaa', 'bbbbbbbbbb']) await hookOfBatches({ id })
    const { body } = await call(`GET ${HOOKS}`)
    expect(body).toMatchObject({ webhooks: [{ id: 'cccccccccc' }, { id: 'aaaaaaaaaa' }, { id: 'bbbbbbbbbb' }], total_items: 3 })
  })

  test('getBatchWebhooks returns ten webhooks by default', async () => {
    const { call, hookOfBatches } = await batchWebhookWorld()
    for (let i = 0; i < 12; i++) await hookOfBatches()
    expect((await call(`GET ${HOOKS}`)).body.webhooks).toHaveLength(10)
  })
})

describe('updateBatchWebhook', () => {
  test('updateBatchWebhook disables and enables the webhook', async () => {
    const { call, hookOfBatches } = await batchWebhookWorld()
    const { id } = await hookOfBatches()
    for (const enabled of [false, true]) expect((await call(`PATCH ${HOOKS}/${id}`, { enabled })).body).toMatchObject({ enabled })
  })
})

describe('deleteBatchWebhook', () => {
  test('a deleted batch webhook leaves no row', async () => {
    const { call, hookOfBatches, plant } = await batchWebhookWorld()
    const { id } = await hookOfBatches()
    await call(`DELETE ${HOOKS}/${id}`)
    expect(await plant((tx) => tx.range(batchWebhooks.key).count)).toBe(0)
  })
})
