import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { serveProcess } from './program.ts'

const LIST = '/3.0/lists/a111100000'
const MILLION = 1_000_000
const STATUSES = { subscribed: 88, unsubscribed: 7, cleaned: 2, pending: 1, transactional: 1, archived: 1 }

const ends: (() => void)[] = []

afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A process without options of Node that serves a scenario file with a list of a million members. Returns a caller of it. */
async function serveMillion() {
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-million-'))
  const scenario = {
    name: 'million',
    description: 'A million members.',
    lists: [{ id: 'a111100000', name: 'Million' }],
    generate: { members: [{ list: 'a111100000', members: { count: MILLION, since: '-P730D', statuses: STATUSES } }] },
  }
  writeFileSync(join(folder, 'million.json'), JSON.stringify(scenario))
  const options = ['--scenario-dir', folder, '--scenario', 'million', '--clock', 'frozen', '--log', 'json']
  const { child, printed } = await serveProcess(options, { NODE_OPTIONS: '' })
  ends.push(
    () => child.kill('SIGKILL'),
    () => rmSync(folder, { recursive: true, force: true }),
  )
  const [url = ''] = await printed(/http:\/\/[\d.:]+/)
  return async (line: string, body?: unknown): Promise<Body> => {
    const [method = 'GET', path = ''] = line.split(' ')
    const response = await fetch(url + path, {
      method,
      headers: { authorization: 'Bearer any-dc1', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(response.ok).toBe(true)
    return response.json()
  }
}

test('a list of a million members has the same counts in pages, statistics and segments, before and after a write', async () => {
  const call = await serveMillion()
  const counted: { [status: string]: number } = {}
  for (const status of Object.keys(STATUSES)) {
    const { total_items } = await call(`GET ${LIST}/members?count=1&status=${status}&fields=total_items`)
    counted[status] = total_items
  }
  expect(Object.values(counted).reduce((sum, count) => sum + count)).toBe(MILLION)
  const { total_items } = await call(`GET ${LIST}/members?count=0&fields=total_items`)
  expect(total_items).toBe(MILLION - (counted['archived'] ?? 0))
  const last = await call(`GET ${LIST}/members?count=1000&offset=${total_items - 10}&fields=members.id`)
  expect(last.members).toHaveLength(10)

  const { stats } = await call(`GET ${LIST}?include_total_contacts=true`)
  expect(stats).toMatchObject({
    total_contacts: MILLION,
    member_count: counted['subscribed'],
    unsubscribe_count: counted['unsubscribed'],
    cleaned_count: counted['cleaned'],
  })
  const all = { condition_type: 'MemberRating', field: 'rating', op: 'greater', value: 0 }
  const segment = await call(`POST ${LIST}/segments`, { name: 'All', options: { match: 'all', conditions: [all] } })
  expect(segment.member_count).toBe(counted['subscribed'])

  const added = await call(`POST ${LIST}/members`, { email_address: 'new@acme.test', status: 'subscribed' })
  expect(await call(`GET ${LIST}/members/${added.id}?fields=email_address`)).toEqual({ email_address: 'new@acme.test' })
  expect((await call(`GET ${LIST}/members?count=0&fields=total_items`)).total_items).toBe(total_items + 1)
  const { member_count } = await call(`GET ${LIST}/segments/${segment.id}`)
  expect(member_count).toBe((counted['subscribed'] ?? 0) + 1)
})
