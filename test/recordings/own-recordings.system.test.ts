import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createDouble } from '../../src/index.ts'
import { compareRecordings } from '../../src/kit/compare/compare.ts'
import { connect } from '../../src/kit/client/connect.ts'
import { readRecordings } from '../../src/kit/recordings/read-files.ts'
import { differencesOf } from './differences.ts'
import { RECORDERS } from './recorders.ts'
import { recordStory, type Story } from './story.ts'

const root = mkdtempSync(join(tmpdir(), 'maildouble-own-'))
afterAll(() => rmSync(root, { recursive: true }))

async function compared(text: string) {
  const file = join(mkdtempSync(join(root, 'calls-')), 'calls.har')
  writeFileSync(file, text)
  return compareRecordings(await readRecordings([file]), { values: true })
}

/** Reads what an account has, as far as it leads from lists, and then changes it. */
const tour: Story = async (call, pause) => {
  await call('GET', '/')
  await call('GET', '/ping')
  for (const path of [
    '/lists',
    '/campaigns',
    '/templates',
    '/automations',
    '/reports',
    '/ecommerce/stores',
    '/verified-domains',
    '/batches',
  ])
    await call('GET', path)
  const { body: all } = await call('GET', '/lists?count=1')
  for (const { id } of all?.lists ?? []) {
    const { body: page } = await call('GET', `/lists/${id}/members?count=2`)
    for (const below of [
      'merge-fields',
      'interest-categories',
      'segments',
      'webhooks',
      'activity',
      'growth-history',
      'clients',
      'locations',
    ])
      await call('GET', `/lists/${id}/${below}`)
    for (const { id: hash } of page?.members ?? []) {
      await call('GET', `/lists/${id}/members/${hash}`)
      for (const below of ['tags', 'activity', 'notes', 'goals', 'events'])
        await call('GET', `/lists/${id}/members/${hash}/${below}`)
      await call('POST', `/lists/${id}/members/${hash}/tags`, { tags: [{ name: 'toured', status: 'active' }] })
      await call('GET', `/lists/${id}/members/${hash}/tags`)
      await call('PATCH', `/lists/${id}/members/${hash}`, { merge_fields: { FNAME: 'Toured' } })
      await call('DELETE', `/lists/${id}/members/${hash}`)
      await call('DELETE', `/lists/${id}/members/${hash}`)
    }
    await pause('PT1H')
    await call('PUT', `/lists/${id}/members/tourist@acme.test`, {
      email_address: 'tourist@acme.test',
      status_if_new: 'subscribed',
    })
    await call('POST', `/lists/${id}/members`, { email_address: 'tourist@acme.test', status: 'subscribed' })
    await call('GET', `/lists/${id}`)
  }
  const { body: sent } = await call('GET', '/campaigns?count=2')
  for (const { id } of sent?.campaigns ?? []) {
    await call('GET', `/campaigns/${id}`)
    await call('GET', `/campaigns/${id}/content`)
    await call('PUT', `/campaigns/${id}/content`, { html: '<p>Toured</p>' })
    await call('PATCH', `/campaigns/${id}`, { settings: { subject_line: 'Toured' } })
    for (const below of ['', '/click-details', '/open-details', '/sent-to', '/unsubscribed'])
      await call('GET', `/reports/${id}${below}`)
  }
  const { body: stores } = await call('GET', '/ecommerce/stores?count=1')
  for (const { id } of stores?.stores ?? []) {
    await call('GET', `/ecommerce/stores/${id}`)
    for (const below of ['products', 'customers', 'orders', 'carts', 'promo-rules'])
      await call('GET', `/ecommerce/stores/${id}/${below}?count=2`)
    await call('POST', `/ecommerce/stores/${id}/products`, {
      id: 'hat',
      title: 'Hat',
      variants: [{ id: 'hat-1', title: 'Hat', price: 10 }],
    })
    await call('GET', `/ecommerce/stores/${id}/products/hat`)
  }
}

/** Writes without reads before them: what they change is known only from their answers, and from reads after them. */
const blind =
  ({ lists, campaigns }: Found): Story =>
  async (call) => {
    for (const { id, members, interests, category } of lists) {
      const [first, second, third] = members
      const list = `/lists/${id}`
      if (first) {
        await call('POST', `${list}/members/${first.id}/tags`, { tags: [{ name: 'blind', status: 'active' }] })
        await call('GET', `${list}/members/${first.id}/tags`)
        await call('POST', `${list}/members`, { email_address: first.email_address, status: 'subscribed' })
      }
      if (second) {
        await call('DELETE', `${list}/members/${second.id}`)
        await call('DELETE', `${list}/members/${second.id}`)
        await call('GET', `${list}/members/${second.id}`)
      }
      if (third) {
        await call('PUT', `${list}/members/${third.id}`, { email_address: third.email_address, status_if_new: 'subscribed' })
        await call('PATCH', `${list}/members/${third.id}`, { merge_fields: { LNAME: 'Blind' } })
      }
      const [interest] = interests
      const chosen = interest === undefined ? {} : { interests: { [interest.id]: true } }
      await call('POST', `${list}/members`, { email_address: 'blind@acme.test', status: 'subscribed', ...chosen })
      if (interest && category !== undefined) {
        await call('POST', `${list}/interest-categories/${category}/interests`, { name: interest.name })
        await call('GET', `${list}/interest-categories/${category}/interests/${interest.id}`)
      }
      await call('POST', `${list}/merge-fields`, { name: 'Size', type: 'number', tag: 'SIZE' })
      await call('POST', `${list}/merge-fields`, { name: 'First name', type: 'text', tag: 'FNAME' })
    }
    for (const { id } of campaigns) {
      await call('PUT', `/campaigns/${id}/content`, { html: '<p>Blind</p>' })
      await call('GET', `/campaigns/${id}/content`)
      await call('PATCH', `/campaigns/${id}`, { settings: { title: 'Blind' } })
    }
  }

interface Found {
  readonly lists: readonly {
    readonly id: string
    readonly members: readonly { readonly id: string; readonly email_address: string }[]
    readonly category: string | undefined
    readonly interests: readonly { readonly id: string; readonly name: string }[]
  }[]
  readonly campaigns: readonly { readonly id: string }[]
}

/** What the account of a scenario has, for a story that does not read it. */
async function find(scenario: string): Promise<Found> {
  await using double = await createDouble({ scenario })
  const world = await connect(double).worlds.get()
  const read = async (path: string) => (await world.fetch(path)).json() as Promise<Record<string, never[]>>
  const lists = []
  // In the order of their creation: the last list of `starter` requires merge fields, which a recording without reads does not tell.
  const { lists: all = [] } = await read('/lists?count=2&sort_field=date_created&sort_dir=ASC')
  for (const { id } of all as { id: string }[]) {
    const members = (await read(`/lists/${id}/members?count=3&status=subscribed`))['members'] ?? []
    const [category] = ((await read(`/lists/${id}/interest-categories`))['categories'] ?? []) as { id: string }[]
    const interests = category
      ? ((await read(`/lists/${id}/interest-categories/${category.id}/interests`))['interests'] ?? [])
      : []
    lists.push({ id, members, category: category?.id, interests })
  }
  return { lists, campaigns: (await read('/campaigns?count=3'))['campaigns'] ?? [] }
}

const SCENARIOS = readdirSync(join(import.meta.dirname, '../../scenarios')).map((name) => name.replace('.yaml', ''))

describe.each(SCENARIOS)('a session of the scenario %s', (scenario) => {
  test.each(['tour', 'blind'])('agrees, through a recorder with the time of the world or another: %s', async (name) => {
    const calls = await recordStory(name === 'tour' ? tour : blind(await find(scenario)), { scenario })
    // A proxy notes its own time, not that of a world whose clock stands still.
    let now = Date.parse('2026-11-28T09:00:00Z')
    const proxied = calls.map((each) => ({ ...each, at: (now += 40) }))
    const found: string[] = []
    for (const [sort, each] of Object.entries({ calls, proxied })) {
      const result = await compared(RECORDERS['HAR with text']!.write(each))
      found.push(...differencesOf(result).map((line) => `${sort} ${line}`))
      if (process.env['SHOW']) console.log(result.remarks)
    }
    expect(found).toEqual([])
  })
})

test.each(['starter', 'hostile'])(
  'the journal of a world of %s as a HAR, whose dates are real ones, agrees',
  async (scenario) => {
    await using double = await createDouble({ scenario })
    const world = await connect(double).worlds.get()
    await tour(
      async (method, path, body) => {
        const answer = await world.fetch(path, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const text = await answer.text()
        return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : undefined }
      },
      async (duration) => void (await world.clock.advance(duration)),
    )
    const har = await world.requests.har()
    expect(har.log.entries[0]?.startedDateTime).not.toBe(har.log.entries[0]?._maildouble.at)
    const result = await compared(JSON.stringify(har))
    expect([differencesOf(result), result.outcome]).toEqual([[], 'agrees'])
    expect(result.calls).toBeGreaterThan(20)
  },
)

test('what is known only from an answer is part of the state, so that the answers after it are compared', async () => {
  const calls = await recordStory(blind(await find('starter')), { scenario: 'starter' })
  const { operations, remarks } = await compared(RECORDERS['HAR with text']!.write(calls))
  const played = operations.filter(({ agreed }) => (agreed.replay?.['status'] ?? 0) > 0).map(({ operation }) => operation)
  expect(remarks.filter(({ text }) => text.startsWith('Not compared'))).toEqual([])
  expect(played.toSorted()).toEqual([
    'addMember',
    'addMergeField',
    'archiveMember',
    'createInterest',
    'getInterest',
    'getMember',
    'getMemberTags',
    'setMember',
    'updateMember',
    'updateMemberTags',
  ])
})
