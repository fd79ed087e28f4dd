import { InMemoryTransport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDouble } from '../../src/index.ts'
import { connect } from '../../src/kit/client/connect.ts'
import { prepareServers } from '../../src/kit/mcp/server.ts'
import { WorldAccess } from '../../src/kit/mcp/world-access.ts'
import type { Body } from '../mock.ts'
import { answering } from '../outbound/delivery-world.ts'
import { assistantOver } from './journey.ts'

/** An assistant with a world of its own, and shorthands for what the application does. */
async function withWorld({ scenario = 'starter', ...settings }: { scenario?: string } & Record<string, unknown> = {}) {
  const double = await createDouble({ seed: 'mcp' })
  onTestFinished(() => double.stop())
  const maildouble = connect(double)
  const [one, other] = InMemoryTransport.createLinkedPair()
  await (
    await prepareServers({
      maildouble,
      access: new WorldAccess(),
      onDefect: (tool, error) => expect.fail(`${tool}: ${String(error)}`),
    })
  )().connect(one)
  const { client, call } = await assistantOver(other)
  onTestFinished(() => client.close())
  const world = await maildouble.worlds.create({ id: 'mine', scenario, settings: { assistants: 'change', ...settings } })
  const { lists }: Body = await (await world.fetch('/lists?count=1')).json()
  const [list] = lists
  const send = (method: string, path: string, body: object) => world.fetch(path, { method, body: JSON.stringify(body) })
  const subscribe = (name: string, fields: object = {}) =>
    send('POST', `/lists/${list.id}/members`, { email_address: `${name}@acme.test`, status: 'subscribed', ...fields })
  const tool = (name: string, given: object = {}) => call(name, { world: 'mine', ...given })
  return { world, list: String(list.id), send, subscribe, tool }
}

describe('the tools for webhooks and emails', () => {
  test('why about a call shows its chain, and why there was no webhook and no email, with what to change', async () => {
    const { subscribe, tool, list } = await withWorld({ 'webhooks.mode': 'record' })
    const answer = await subscribe('zoe')
    const text = await tool('why', { entity: 'request', id: answer.headers.get('x-request-id') })
    expect(text).toContain(`"did_not_happen":"webhook","code":"no_webhook"`)
    expect(text).toContain(`POST /3.0/lists/${list}/webhooks with`)
    expect(text).toContain('"did_not_happen":"email","code":"not_pending"')
    expect(text).toContain('"step":"request"')
    expect(text).toContain('"step":"change"')
  })

  test('the tool advance_clock says what became of the webhooks, not that they were sent', async () => {
    const { send, subscribe, tool, list } = await withWorld({ 'webhooks.validation': 'off' })
    const { url } = await answering(500)
    await send('POST', `/lists/${list}/webhooks`, { url, events: { subscribe: true }, sources: { api: true } })
    await subscribe('a')
    await subscribe('b')
    const text = await tool('advance_clock', { by: 'PT1S' })
    expect(text).toContain('2 webhooks: 2 retrying.')
    expect(text).not.toContain('sent: ')
    expect(await tool('advance_clock', { by: 'PT1S' })).toContain('Ran: 0 jobs; no webhooks.')
  })

  test('the tool resend_delivery sends a webhook again, and list_deliveries leads to why it did not arrive', async () => {
    const { send, subscribe, tool, list } = await withWorld({ 'webhooks.validation': 'off', 'webhooks.retries': [] })
    const { url } = await answering(500, 200)
    await send('POST', `/lists/${list}/webhooks`, { url, events: { subscribe: true }, sources: { api: true } })
    await subscribe('a')
    await tool('advance_clock', { by: 0 })
    expect(await tool('list_deliveries')).toContain('why {"world":"mine","entity":"delivery","id":"1"}')
    expect(await tool('why', { entity: 'delivery', id: '1' })).toContain('"code":"attempts_failed"')
    expect(await tool('resend_delivery', { delivery_id: '1' })).toContain('"status":"pending"')
    expect(await tool('advance_clock', { by: 0 })).toContain('1 webhook: 1 delivered.')
    expect(await tool('resend_delivery', { delivery_id: '9' })).toMatch(/^error: .*\n<world-data>\nThere is no delivery 9/)
  })

  test('the tool list_emails lists emails with their links, and shows one as a whole', async () => {
    const { subscribe, tool } = await withWorld()
    expect(await tool('list_emails')).toContain('0 emails of the world mine.')
    await subscribe('p', { status: 'pending' })
    const text = await tool('list_emails', { to: 'p@acme.test' })
    expect(text).toContain('"kind":"confirm_subscription"')
    expect(text).toContain('/_public/confirm/')
    expect(text).toContain('list_emails {"world":"mine","email_id":"1"}')
    expect(await tool('list_emails', { email_id: '1' })).toContain('Please confirm that you want to get')
  })

  test('the tool run_trigger says why there was no webhook', async () => {
    const { tool, list } = await withWorld()
    const parameters = { list_id: list, email_address: 't@acme.test' }
    const text = await tool('run_trigger', { trigger: 'member.subscribe', parameters })
    expect(text).toContain('"code":"no_webhook"')
    expect(text).toContain('There was no webhook.')
  })

  test('the tools for snapshots take one, list it, return to it, and delete it', async () => {
    const { subscribe, tool } = await withWorld()
    expect(await tool('take_snapshot', { name: 'before' })).toContain('"snapshot":"before"')
    await subscribe('late')
    expect(await tool('diff', { from: 'before' })).toContain('late@acme.test')
    expect(await tool('list_snapshots')).toContain('has 1 snapshot.')
    expect(await tool('restore_snapshot', { name: 'before' })).toContain('is as it was at the snapshot')
    expect(await tool('diff', { from: 'before' })).toContain('no row differs')
    expect(await tool('restore_snapshot', { name: 'befor' })).toMatch(/^error: /)
    expect(await tool('delete_snapshot', { name: 'before' })).toContain('no longer has the snapshot')
    expect(await tool('list_snapshots')).toContain('has 0 snapshots.')
    expect(await tool('delete_snapshot', { name: 'before' })).toMatch(/^error: /)
  })

  test('the tool list_faults lists faults of calls and of webhooks with their tallies', async () => {
    const { tool, subscribe } = await withWorld()
    await tool('create_fault', { effect: { problem: { preset: 'TooManyRequests' } }, when: { first: 1 } })
    await tool('create_delivery_fault', { effect: 'drop' })
    await subscribe('f')
    const text = await tool('list_faults')
    expect(text).toContain('has 1 fault and 1 delivery fault.')
    expect(text).toMatch(/"fault":1.+"seen":1,"fired":1/)
    expect(text).toContain('"delivery_fault":1')
  })

  test('the tools write instants as ISO 8601, in rows as well', async () => {
    const { subscribe, tool } = await withWorld()
    await subscribe('i')
    for (const text of [
      await tool('read_state', { table: 'members', text: 'i@acme.test' }),
      await tool('why', { entity: 'member', id: 'i@acme.test' }),
      await tool('diff', { table: 'members' }),
    ]) {
      expect(text).toMatch(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/)
      expect(text).not.toMatch(/:1[67]\d{8}\b/)
    }
  })
})
