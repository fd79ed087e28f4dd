import { InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { createDouble } from '../../src/index.ts'
import { connect } from '../../src/kit/client/connect.ts'
import { entries } from '../../src/kernel/contract/generated/service/operation-index.ts'
import { prepareServers } from '../../src/kit/mcp/server.ts'
import { tools } from '../../src/kit/mcp/tools/index.ts'
import { WorldAccess } from '../../src/kit/mcp/world-access.ts'
import { assistantOver } from './journey.ts'

/** An assistant with the operations of some resources, and a world of its own. */
async function withOperations(...resources: string[]) {
  const double = await createDouble({ seed: 'mcp' })
  const maildouble = connect(double)
  const [one, other] = InMemoryTransport.createLinkedPair()
  const defects: unknown[] = []
  const onDefect = (tool: string, error: unknown): void => void defects.push([tool, error])
  await (await prepareServers({ maildouble, access: new WorldAccess(), onDefect, resources }))().connect(one)
  const { client, call } = await assistantOver(other)
  onTestFinished(async () => {
    await client.close()
    await double.stop()
    expect(defects).toEqual([])
  })
  await call('create_world', { id: 'mine', scenario: 'webhooks' })
  return { client, call, maildouble, mine: await maildouble.worlds.get('mine') }
}

const LIST = '3eb0000001'
const ZOE = { world: 'mine', list_id: LIST, email_address: 'zoe@acme.test', status: 'subscribed' }

test('each operation is a tool after those of the control API, with its arguments from the contract', async () => {
  const { client } = await withOperations()
  const { tools: listed } = await client.listTools()
  expect(listed.slice(0, tools.length).map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  const added = listed.slice(tools.length)
  expect(added.map(({ name }) => name).toSorted()).toEqual(Object.keys(entries).toSorted())
  const { inputSchema, ...addMember } = added.find(({ name }) => name === 'addMember') ?? {}
  expect(addMember).toMatchObject({ title: 'Add a member to a list', description: expect.stringContaining('Member Exists') })
  expect(inputSchema?.required).toEqual(['list_id', 'email_address', 'status'])
  expect(Object.keys(inputSchema?.properties ?? {})).toEqual(
    expect.arrayContaining(['world', 'skip_merge_validation', 'merge_fields', 'tags']),
  )
  const archiveMember = added.find(({ name }) => name === 'archiveMember')
  expect(Object.keys(archiveMember?.inputSchema.properties ?? {})).toEqual(['list_id', 'subscriber_hash', 'world'])
  const undescribed = added.filter(({ description }) => (description ?? '') === '').map(({ name }) => name)
  expect(undescribed).toEqual([])
})

test('the hints say what only reads, what can be repeated, and what overwrites or removes', async () => {
  const { client } = await withOperations('members', 'campaigns')
  const { tools: listed } = await client.listTools()
  const hints = (tool: string) => {
    const { readOnlyHint, idempotentHint, destructiveHint } = listed.find(({ name }) => name === tool)?.annotations ?? {}
    return { readOnlyHint, idempotentHint, destructiveHint }
  }
  expect(hints('getMembers')).toEqual({ readOnlyHint: true, idempotentHint: true, destructiveHint: false })
  expect(hints('addMember')).toEqual({ readOnlyHint: false, idempotentHint: false, destructiveHint: false })
  expect(hints('setMember')).toEqual({ readOnlyHint: false, idempotentHint: true, destructiveHint: true })
  expect(hints('updateMember')).toEqual({ readOnlyHint: false, idempotentHint: false, destructiveHint: true })
  expect(hints('archiveMember')).toEqual({ readOnlyHint: false, idempotentHint: true, destructiveHint: true })
  expect(hints('sendCampaign')).toEqual({ readOnlyHint: false, idempotentHint: false, destructiveHint: true })
})

test('an assistant works on its world as on an account, and compares the states', async () => {
  const { call, mine } = await withOperations('lists', 'members')
  await call('take_snapshot', { world: 'mine', name: 'before' })
  const added = await call('addMember', { ...ZOE, merge_fields: { FNAME: 'Zoe' }, skip_merge_validation: true })
  expect(added).toContain('addMember in the world mine was answered with 200.')
  expect(added).toContain('"email_address":"zoe@acme.test"')
  expect(added).not.toContain('_links')
  const [request] = await mine.requests.list()
  expect(request).toMatchObject({ operation: 'addMember', query: { skip_merge_validation: 'true' }, ignored: [] })
  expect(added).toContain(`Next: list_requests {"world":"mine","request_id":"${request?.id ?? ''}"} shows what the call changed`)
  const listed = await call('getMembers', { world: 'mine', list_id: LIST, count: 2 })
  expect(listed.split('\n').filter((line) => line.startsWith('{'))).toHaveLength(3)
  await call('updateMember', { world: 'mine', list_id: LIST, subscriber_hash: 'zoe@acme.test', vip: true })
  expect(await call('archiveMember', { world: 'mine', list_id: LIST, subscriber_hash: 'zoe@acme.test' })).toContain('with 204')
  expect(await call('diff', { world: 'mine', from: 'before' })).toContain('members')
})

test('a refusal is an error with the problem of the service, its fields, and the hint', async () => {
  const { call } = await withOperations('members')
  expect(await call('addMember', { ...ZOE, email_address: 'none', status: 'gone' })).toMatchInlineSnapshot(`
    "error: addMember failed. The reason:
    <world-data>
    Invalid Resource: The resource submitted could not be validated. For field-specific details, see the 'errors' array.
      status: Value must be one of: subscribed, unsubscribed, cleaned, pending, transactional.
    (400 of POST /lists/3eb0000001/members)
    </world-data>
    Next: Correct the call and repeat it."
  `)
  expect(await call('getMember', { world: 'mine', list_id: 'x', subscriber_hash: 'zoe@acme.test' })).toContain(
    'There is no list x.',
  )
  expect(await call('addMember', { world: 'mine', list_id: LIST, email: 'zoe@acme.test' })).toContain(
    'There is no argument "email". Did you mean email_address or',
  )
})

test('a failure of the service is no mistake of the assistant', async () => {
  const { call, mine } = await withOperations('lists')
  await mine.faults.add({ match: { operation: 'getLists' }, effect: { answer: { preset: 'BadGateway' } } })
  const failed = await call('getLists', { world: 'mine' })
  expect(failed).toContain('(502 of GET /lists)')
  expect(failed).toContain('Next: The call itself is not at fault.')
})

test('a world that no tool made can be read, not changed', async () => {
  const { call } = await withOperations('lists', 'members')
  expect(await call('getLists')).toContain('in the world default was answered with 200.')
  expect(await call('addMember', { ...ZOE, world: 'default' })).toContain('The world default is read only for assistants')
})

test('a resource that does not exist is refused with the nearest one', async () => {
  await expect(withOperations('member')).rejects.toThrow('the service has no resource member. Did you mean members?')
})
