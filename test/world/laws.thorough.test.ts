import { expect, test } from 'vitest'
import { mock, type Body } from '../mock.ts'

const NEWS = '/3.0/lists/aaaaaaaaaa'
const ADA = `${NEWS}/members/3981b0f24162d410a2657d2ced0b5d06`

/** Changes of data shown in member records, other than the members themselves. */
const STEPS: readonly (readonly [title: string, line: string, body?: object])[] = [
  ['a new merge field', `POST ${NEWS}/merge-fields`, { name: 'Shoe size', tag: 'SHOE', type: 'number' }],
  ['a value for it', `PATCH ${ADA}`, { merge_fields: { SHOE: 38 } }],
  ['another tag for a merge field', `PATCH ${NEWS}/merge-fields/1`, { tag: 'GIVEN' }],
  ['another place for a merge field', `PATCH ${NEWS}/merge-fields/2`, { display_order: 40 }],
  ['another name for a tag', `PATCH ${NEWS}/segments/10001`, { name: 'very important' }],
  ['another name for an interest', `PATCH ${NEWS}/interest-categories/aaaaaaaac1/interests/aaaaaaaa11`, { name: 'Gardening' }],
  ['a new interest', `POST ${NEWS}/interest-categories/aaaaaaaac1/interests`, { name: 'Cellar' }],
  ['a deleted interest', `DELETE ${NEWS}/interest-categories/aaaaaaaac1/interests/aaaaaaaa12`],
  ['a deleted category', `DELETE ${NEWS}/interest-categories/aaaaaaaac2`],
  ['a deleted merge field', `DELETE ${NEWS}/merge-fields/4`],
  ['another tag on a member', `POST ${ADA}/tags`, { tags: [{ name: 'fresh', status: 'active' }] }],
  ['other members for a tag', `PATCH ${NEWS}/segments/10002`, { static_segment: ['ada@acme.test', 'pending@acme.test'] }],
  ['a deleted tag', `DELETE ${NEWS}/segments/10001`],
  ['a new last note', `POST ${ADA}/notes`, { note: 'Called today.' }],
  ['permissions for the list', `PATCH ${NEWS}`, { marketing_permissions: true }],
  ['no more permissions for the list', `PATCH ${NEWS}`, { marketing_permissions: false }],
]

const READS = [
  `${NEWS}/members?count=1000`,
  '/3.0/lists/bbbbbbbbbb/members?count=1000',
  '/3.0/lists/cccccccccc/members?count=1000',
  ADA,
  '/3.0/search-members?query=a',
  `${NEWS}/segments?count=100`,
  `${NEWS}/segments/10002/members`,
  `${NEWS}/segments/10003/members`,
  `${NEWS}/interest-categories/aaaaaaaac1/interests`,
  '/3.0/lists',
  '/3.0/',
]

/** A fork of a fresh account, and everything readable in both. */
async function fork(id: string) {
  const { call } = mock({ scenario: 'starter' })
  await call('POST /_control/fork', { id })
  const readAll = async (prefix: string) => {
    const texts: Record<string, unknown> = {}
    for (const path of READS) {
      const { status, text } = await call(`GET ${prefix}${path}`)
      // The URLs of two worlds differ by their names.
      texts[path] = [status, JSON.parse(text.replaceAll(`/_worlds/${id}`, ''))]
    }
    return texts
  }
  return {
    take: async ([, line, body]: (typeof STEPS)[number]) => {
      const [method, path] = line.split(' ')
      expect((await call(`${method} /_worlds/${id}${path}`, body)).status).toBeLessThan(300)
    },
    readBranch: () => readAll(`/_worlds/${id}`),
    readTrunk: () => readAll(''),
  }
}

test.each(STEPS.map(([title], last) => [title, last] as const))(
  'a cached read result is correct after the step %s',
  async (_title, last) => {
    // One world is read before and after each step, the other only at the end, with an id for which nothing was cached.
    const watched = await fork('watched')
    const fresh = await fork(`fresh-${last}`)
    for (const step of STEPS.slice(0, last + 1)) {
      await watched.readBranch()
      await watched.take(step)
      await fresh.take(step)
    }
    expect(await watched.readBranch()).toEqual(await fresh.readBranch())
  },
)

test('a cached read result shows the current merge fields, interests and tags of the list after every step', async () => {
  const { call } = mock({ scenario: 'starter' })
  for (const [title, line, sent] of [['at first', 'GET /3.0/'] as const, ...STEPS]) {
    await call(line, sent)
    const read = async (path: string) => (await call(`GET ${NEWS}${path}?count=1000`)).body
    // Members show the fields in the order of their display, while the collection lists them by tag.
    const { merge_fields } = await read('/merge-fields')
    const fields = merge_fields.toSorted((a: Body, b: Body) => a.display_order - b.display_order).map(({ tag }: Body) => tag)
    const categories = (await read('/interest-categories')).categories.map(({ id }: Body) => id)
    const interests = await Promise.all(categories.map((id: string) => read(`/interest-categories/${id}/interests`)))
    const tags = new Map((await read('/tag-search')).tags.map(({ id, name }: Body) => [id, name]))
    const ids = interests.flatMap((each) => each.interests.map(({ id }: Body) => id)).toSorted()
    for (const member of (await read('/members')).members) {
      expect([title, Object.keys(member.merge_fields)]).toEqual([title, fields])
      expect([title, Object.keys(member.interests ?? {}).toSorted()]).toEqual([title, ids])
      for (const { id, name } of member.tags) expect([title, name]).toEqual([title, tags.get(id)])
    }
  }
})

test('a result cached in a fork is not shown in the original, nor the other way round', async () => {
  const { take, readTrunk, readBranch } = await fork('aside')
  const before = await readTrunk()
  expect(await readBranch()).toEqual(before)
  for (const step of STEPS) {
    await take(step)
    await readBranch()
  }
  expect(await readTrunk()).toEqual(before)
  expect(await readBranch()).not.toEqual(before)
})
