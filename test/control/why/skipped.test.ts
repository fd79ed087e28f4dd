import { describe, expect, test } from 'vitest'
import { LIST, MEMBERS, sendingWorld } from '../../outbound/delivery-world.ts'
import type { Body } from '../../mock.ts'

/** A world with the members ada, bob and eve, and shorthands. */
async function world() {
  const { call } = await sendingWorld({ mode: 'record' })
  const add = (name: string, status = 'subscribed') =>
    call(`POST ${MEMBERS}`, { email_address: `${name}@acme.test`, status, merge_fields: { FNAME: name } })
  for (const name of ['ada', 'bob', 'eve']) await add(name)
  /** Sends a campaign to the end. Returns its id. */
  const send = async (fields: object = {}): Promise<string> => {
    await call('POST /_control/triggers', { trigger: 'campaign.send', list_id: LIST, subject_line: 'January news', ...fields })
    await call('POST /_control/clock/advance', { until: 'idle' })
    return (await call('GET /3.0/campaigns?sort_field=send_time&sort_dir=DESC')).body.campaigns[0].id
  }
  const about = async (entity: string, id: string): Promise<Body[]> =>
    (await call(`GET /_control/why?entity=${entity}&id=${id}`)).body.non_events.filter(({ what }: Body) => what === 'email')
  const skipped = async (entity: string, id: string): Promise<unknown[]> =>
    (await about(entity, id))
      .filter(({ code }) => ['not_subscribed', 'joined_later', 'not_in_segment'].includes(code))
      .map(({ code, summary, count }) => [code, summary, count])
  return { call, add, send, about, skipped }
}

describe('the members whom a campaign skips', () => {
  test('a member who had unsubscribed is told so, at the same instant of a frozen clock as well', async () => {
    const { call, send, about, skipped } = await world()
    await call(`PATCH ${MEMBERS}/bob@acme.test`, { status: 'unsubscribed' })
    const id = await send()
    expect(await skipped('member', 'bob@acme.test')).toEqual([
      ['not_subscribed', 'No email of the campaign January news to bob@acme.test: the status was unsubscribed at that time.', 1],
    ])
    expect(await about('member', 'bob@acme.test')).toContainEqual(
      expect.objectContaining({ code: 'not_subscribed', about: { entity: 'campaign', id } }),
    )
    expect(await skipped('member', 'ada@acme.test')).toEqual([])
  })

  test('a campaign tells what became of it in people, and whom it skipped', async () => {
    const { call, send } = await world()
    for (const name of ['bob', 'eve']) await call(`PATCH ${MEMBERS}/${name}@acme.test`, { status: 'unsubscribed' })
    const id = await send()
    await call('POST /_control/triggers', { trigger: 'campaign.click', campaign_id: id, email_address: 'ada@acme.test' })
    const { sent, non_events } = (await call(`GET /_control/why?entity=campaign&id=${id}`)).body
    expect(sent).toEqual({ emails: 1, opened: 1, clicked: 1, bounced: 0, unsubscribed: 0 })
    expect(non_events).toContainEqual(
      expect.objectContaining({ code: 'not_subscribed', count: 2, people: ['bob@acme.test', 'eve@acme.test'] }),
    )
    expect((await call(`GET /_control/why?entity=member&id=ada@acme.test`)).body).not.toHaveProperty('sent')
  })

  test('a member who has subscribed again since is told of the status when the campaign was sent', async () => {
    const { call, send, skipped } = await world()
    await call('POST /_control/triggers', {
      trigger: 'member.bounce',
      list_id: LIST,
      email_address: 'bob@acme.test',
      bounce: 'hard',
    })
    await send()
    await call('POST /_control/triggers', { trigger: 'member.subscribe', list_id: LIST, email_address: 'bob@acme.test' })
    expect(await skipped('member', 'bob@acme.test')).toEqual([
      ['not_subscribed', 'No email of the campaign January news to bob@acme.test: the status was cleaned at that time.', 1],
    ])
  })

  test('a member who joined after the send is told so', async () => {
    const { add, send, skipped } = await world()
    await send()
    await add('late')
    expect(await skipped('member', 'late@acme.test')).toEqual([
      ['joined_later', 'No email of the campaign January news to late@acme.test: added to the list after the send began.', 1],
    ])
  })

  test('members outside of the segment of a campaign are told so', async () => {
    const { call, send, skipped } = await world()
    const options = { match: 'all', conditions: [{ condition_type: 'TextMerge', field: 'FNAME', op: 'is', value: 'ada' }] }
    const { id } = (await call(`POST /3.0/lists/${LIST}/segments`, { name: 'Adas', options })).body
    await send({ segment_id: id })
    expect(await skipped('member', 'eve@acme.test')).toEqual([
      ['not_in_segment', 'No email of the campaign January news to eve@acme.test: not in the segment of the campaign.', 1],
    ])
    expect(await skipped('member', 'ada@acme.test')).toEqual([])
  })

  test('a campaign counts the members of its list whom it skipped, by reason', async () => {
    const { call, add, send, skipped } = await world()
    await call(`PATCH ${MEMBERS}/bob@acme.test`, { status: 'unsubscribed' })
    await call(`PATCH ${MEMBERS}/eve@acme.test`, { status: 'unsubscribed' })
    await add('pia', 'pending')
    const id = await send()
    await add('late')
    expect(await skipped('campaign', id)).toEqual([
      [
        'not_subscribed',
        'No email of the campaign January news to 2 members of the list: the status was unsubscribed at that time.',
        2,
      ],
      [
        'not_subscribed',
        'No email of the campaign January news to a member of the list: the status was pending at that time.',
        1,
      ],
      [
        'joined_later',
        'No email of the campaign January news to a member of the list: added to the list after the send began.',
        1,
      ],
    ])
  })
})
