import { describe, expect, test } from 'vitest'
import { memberAt, members } from '../../../src/service/model/members/member.ts'
import { addTags } from '../../../src/service/rules/tags/tag.ts'
import { ADA, GRACE, ID } from '../../resources/member-world.ts'
import { mock, type Body } from '../../mock.ts'
import { ADA_ID, triggerWorld } from '../deliveries/trigger-world.ts'

const AT = '2026-01-15T09:00:00.000Z'

async function world() {
  const made = await triggerWorld()
  const why = async (query: string): Promise<Body> => (await made.call(`GET /_control/why?${query}`)).body
  const fieldsOf = ({ changed }: Body, ...fields: string[]) =>
    changed.filter(({ field }: { field: string }) => fields.length === 0 || fields.includes(field))
  return { ...made, why, fieldsOf }
}

describe('getWhy', () => {
  test('getWhy reports what a request created and a trigger changed, with old and new values', async () => {
    const { add, trigger, pass, why, fieldsOf } = await world()
    const { headers } = await add(ADA, { merge_fields: { FNAME: 'Ada' } })
    await pass('PT1M')
    await trigger('member.unsubscribe', { reason: 'too much' })
    const body = await why(`entity=member&id=${ADA}`)
    expect(body).toMatchObject({
      entity: 'member',
      id: ADA_ID,
      list_id: ID,
      exists: true,
      origin: 'request',
      summary: `The member ${ADA} of the list Acme News is unsubscribed. POST /3.0/lists/${ID}/members created it at ${AT}; the trigger member.unsubscribe changed it last, at 2026-01-15T09:01:00.000Z.`,
      found: { email_address: ADA, status: 'unsubscribed' },
      omitted: 0,
      evicted: 0,
      hints: [],
    })
    const [created, changed, ...others] = body.history
    expect(others).toEqual([])
    expect(created).toMatchObject({
      at: AT,
      cause: { request: headers.get('x-request-id') },
      by: `POST /3.0/lists/${ID}/members`,
      change: 'created',
    })
    expect(fieldsOf(created, 'status', 'merge_fields.FNAME', 'timestamp_opt', 'vip', 'seq')).toEqual([
      { field: 'status', from: null, to: 'subscribed' },
      { field: 'merge_fields.FNAME', from: null, to: 'Ada' },
      { field: 'timestamp_opt', from: null, to: AT },
    ])
    expect(changed).toMatchObject({
      event: expect.any(Number),
      at: '2026-01-15T09:01:00.000Z',
      cause: { trigger: 'member.unsubscribe' },
      by: 'the trigger member.unsubscribe',
      change: 'changed',
    })
    expect(fieldsOf(changed)).toEqual([
      { field: 'status', from: 'subscribed', to: 'unsubscribed' },
      { field: 'status_at', from: AT, to: '2026-01-15T09:01:00.000Z' },
      { field: 'unsubscribed_by', from: '', to: 'contact' },
      { field: 'unsubscribe_reason', from: '', to: 'too much' },
      { field: 'unsubscribed_at', from: null, to: '2026-01-15T09:01:00.000Z' },
      { field: 'last_changed', from: AT, to: '2026-01-15T09:01:00.000Z' },
    ])
    expect(changed.event).toBeGreaterThan(created.event)
  })

  test('getWhy names the operation of a batch, while the batch runs and after its end', async () => {
    const { call, add, pass, why, ada } = await world()
    await add(ADA)
    const path = `/lists/${ID}/members/${ADA}`
    const operations = [
      { method: 'GET', path: '/ping' },
      { method: 'PATCH', path, body: '{"vip":true}' },
    ]
    const { body: batch } = await call('POST /3.0/batches', { operations })
    const by = `operation 2 of the batch ${batch.id} (PATCH ${path})`
    for (const time of ['PT0.41S', 'P1D']) {
      await pass(time)
      const { history, summary } = await why(`path=${encodeURIComponent(ada)}`)
      expect(history[1]).toMatchObject({
        cause: { job: `batches.operate/${batch.id}` },
        by,
        changed: [{ field: 'vip', from: false, to: true }],
      })
      expect(summary).toContain(`; ${by} changed it last, at 2026-01-15T09:00:00.410Z.`)
    }
    const { history } = await why(`entity=batch&id=${batch.id}`)
    expect(history[1]).toMatchObject({
      by: `the job batches.prepare of the batch ${batch.id}`,
      changed: [{ field: 'status', to: 'preprocessing' }],
    })
  })

  test('getWhy names the cause of a deletion and the last state of the resource', async () => {
    const { call, add, why, ada, fieldsOf } = await world()
    await add(ADA)
    await call(`POST ${ada}/actions/delete-permanent`)
    const body = await why(`entity=member&id=${ADA_ID}&list_id=${ID}`)
    expect(body).toMatchObject({ exists: false, found: null, origin: 'request', id: ADA_ID, list_id: ID })
    expect(body.summary).toBe(
      `The member ${ADA} of the list Acme News is gone: POST ${ada}/actions/delete-permanent deleted it at ${AT}. POST /3.0/lists/${ID}/members created it at ${AT}.`,
    )
    expect(body.hints).toEqual([`The address was permanently deleted from the list ${ID}: the API can't add it there again.`])
    expect(fieldsOf(body.history[1], 'status', 'email_address')).toEqual([
      { field: 'status', from: 'subscribed', to: null },
      { field: 'email_address', from: ADA, to: null },
    ])
  })

  test('getWhy names the deletion of the list if it deleted the resource', async () => {
    const { call, add, why } = await world()
    await add(ADA)
    await call(`DELETE /3.0/lists/${ID}`)
    const { summary, hints } = await why(`entity=member&id=${ADA}`)
    expect(summary).toContain(`The member ${ADA} of the list Acme News is gone: DELETE /3.0/lists/${ID} deleted it at ${AT}.`)
    expect(hints).toEqual([`There is no list ${ID} either: ask for entity=list&id=${ID}.`])
  })

  test('getWhy says that a resource of the scenario is unchanged, or what changed it', async () => {
    const { call } = mock({ scenario: 'starter' })
    const untouched = (await call('GET /_control/why?entity=list&id=aaaaaaaaaa')).body
    expect(untouched).toMatchObject({
      exists: true,
      origin: 'scenario',
      summary: 'The list Acme News (aaaaaaaaaa) exists. The scenario starter created it; nothing has changed it since.',
      history: [],
    })
    await call('PATCH /3.0/lists/aaaaaaaaaa', { name: 'Acme Weekly' })
    const renamed = (await call('GET /_control/why?entity=list&id=aaaaaaaaaa')).body
    expect(renamed).toMatchObject({
      origin: 'scenario',
      history: [{ change: 'changed', changed: [{ field: 'name', from: 'Acme News', to: 'Acme Weekly' }] }],
    })
    await call('DELETE /3.0/lists/aaaaaaaaaa')
    expect((await call('GET /_control/why?entity=list&id=aaaaaaaaaa')).body.summary).toBe(
      `The list Acme Weekly (aaaaaaaaaa) is gone: DELETE /3.0/lists/aaaaaaaaaa deleted it at ${AT}. The scenario starter created it.`,
    )
  })

  test('getWhy includes tags, notes, events and the phone of a member in the history', async () => {
    const { call, add, why, ada } = await world()
    await add(ADA, { tags: ['VIP'] })
    await call(`POST ${ada}/tags`, {
      tags: [
        { name: 'VIP', status: 'inactive' },
        { name: 'New', status: 'active' },
      ],
    })
    await call(`POST ${ada}/notes`, { note: 'Called.' })
    await call(`PATCH ${ada}/notes/1`, { note: 'Called twice.' })
    await call(`POST ${ada}/events`, { name: 'bought' })
    const { history } = await why(`entity=member&id=${ADA}`)
    expect(history[0].changed.at(-1)).toEqual({ field: 'tags', from: null, to: 'VIP' })
    expect(history.slice(1).map(({ changed, change }: Body) => [change, changed])).toEqual([
      [
        'changed',
        [
          { field: 'tags', from: 'VIP', to: null },
          { field: 'tags', from: null, to: 'New' },
        ],
      ],
      ['changed', [{ field: 'notes.1', from: null, to: 'Called.' }]],
      ['changed', [{ field: 'notes.1', from: 'Called.', to: 'Called twice.' }]],
      ['changed', [{ field: 'events', from: null, to: 'bought' }]],
    ])
  })

  test('getWhy shows a transaction as one change, without intermediate values', async () => {
    const { plant, make, list, why } = await world()
    await make({ email_address: ADA })
    await plant((tx) => {
      const ada = memberAt(tx, list, ADA)
      if (!ada) return
      const member = addTags(tx, list, ada, ['VIP'])
      tx.put(members, { ...member, vip: true })
      tx.put(members, { ...member, vip: true, rating: 5 })
    })
    const { history } = await why(`entity=member&id=${ADA}`)
    expect(history).toHaveLength(2)
    expect(history[1]).toMatchObject({
      by: 'the double itself',
      cause: {},
      changed: [{ field: 'vip' }, { field: 'rating', from: 2, to: 5 }, { field: 'tags', to: 'VIP' }],
    })
  })

  test('getWhy finds a member by any identifier that the API shows', async () => {
    const { add, why } = await world()
    const { body } = await add(ADA)
    for (const id of [ADA, 'ADA@Acme.test', body.id, body.id.toUpperCase(), body.contact_id, body.unique_email_id, body.web_id]) {
      expect((await why(`entity=member&id=${id}`)).id).toBe(ADA_ID)
    }
    expect((await why(`entity=contact&id=${body.contact_id}`)).id).toBe(body.contact_id)
  })

  test("getWhy leads from a member's previous address to the current one", async () => {
    const { call, add, why, ada } = await world()
    await add(ADA)
    await call(`PATCH ${ada}`, { email_address: GRACE })
    const body = await why(`entity=member&id=${ADA}`)
    expect(body).toMatchObject({ exists: true, found: { email_address: GRACE } })
    expect(body.hints).toEqual([`It no longer has the id you asked for: its address is ${GRACE} now.`])
    const { body: other } = await add(ADA)
    const again = await why(`entity=member&id=${ADA}`)
    expect(again.found.contact_id).toBe(other.contact_id)
    expect(again.hints).toEqual([
      `The same id has also belonged to the member ${GRACE} of the list Acme News. Ask for it by its id ${body.found.contact_id}.`,
    ])
  })

  test('getWhy keeps the history across a restored snapshot and clears it on reset', async () => {
    const { call, add, why } = await world()
    await call('POST /_control/snapshots', { name: 'before' })
    await add(ADA)
    await call('POST /_control/snapshots', { name: 'after' })
    await call('POST /_control/snapshots/before/restore')
    expect((await why(`entity=member&id=${ADA}`)).origin).toBe('never')
    await call('POST /_control/snapshots/after/restore')
    expect((await why(`entity=member&id=${ADA}`)).origin).toBe('request')
    await call('POST /_control/reset')
    expect((await why(`entity=list&id=${ID}`)).origin).toBe('never')
  })

  test('getWhy marks requests that the journal has evicted', async () => {
    const { call, add, handle, why } = await world()
    await add(ADA)
    handle().log.journal.clear()
    expect((await why(`entity=member&id=${ADA}`)).history[0].by).toBe('a request that the journal does not hold (any more)')
    expect((await call('GET /3.0/ping')).status).toBe(200)
  })
})
