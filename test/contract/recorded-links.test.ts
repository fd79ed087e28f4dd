import { expect, test } from 'vitest'
import type { LinkTarget } from '../../src/kernel/contract/route.ts'
import { links as contract } from '../../src/kernel/contract/service.ts'
import recorded from './recorded-links.json' with { type: 'json' }

/** Links of which the reference says otherwise: a link with a body has the schema of the body, and a GET link that of the answer. */
const BY_REFERENCE = [
  ['/campaigns/{}', 'create_resend', '', 'Definitions/Campaigns/Actions/CreateResend/POST.json'],
  ['/campaigns/{}/content', 'create', 'Definitions/Campaigns/Content/PUT.json', 'Definitions/Campaigns/Content/PUT.json'],
  ['/lists/{}/members/{}', 'events', 'Definitions/Lists/Members/Events/POST.json', 'Definitions/Lists/Members/Events/POST.json'],
  ['/ecommerce/stores', 'parent', 'Definitions/Ecommerce/Namespace.json', ''],
]

test.each(Object.entries(recorded))('the links of %s are those of recordings of the service', (path, links) => {
  const own = Object.values<{ readonly [rel: string]: LinkTarget }>(contract).find(
    ({ self }) => self?.path.replaceAll(/\{\w+\}/g, '{}') === path,
  )
  const shown = Object.entries(own ?? {}).map(([rel, { method, targetSchema = '', schema = '' }]) => [
    rel,
    method,
    targetSchema,
    schema,
  ])
  const expected = Object.entries<string[]>(links).map(([rel, [method, targetSchema, schema = '']]) => {
    const other = BY_REFERENCE.find(([at, name]) => at === path && name === rel)
    if (other) return [rel, method, ...other.slice(2)]
    // Recordings of 2019 have an older name of the schema of a query. The last segment of this path has another name there.
    return [
      rel === 'eepurl' ? 'short-url-activity' : rel,
      method,
      targetSchema,
      schema.replace(/^CollectionLinks\/(.+)\.json$/, 'Paths/$1/Collection.json'),
    ]
  })
  expect(shown).toEqual(expected)
})
