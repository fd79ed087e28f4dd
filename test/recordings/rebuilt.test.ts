import { expect, test } from 'vitest'
import { rebuiltData } from '../../src/kit/account/rebuilt.ts'
import { Sketch } from '../../src/kit/account/sketch.ts'
import { loadChecker } from '../../src/kit/drift/check.ts'
import { mock } from '../mock.ts'

test('a rebuilt account has the empty titles of campaigns, and the members that only an answer about a segment shows', async () => {
  const { call } = mock({ scenario: 'starter' })
  const list_id: string = (await call('GET /3.0/lists?count=1')).body.lists[0].id
  const segments = `/3.0/lists/${list_id}/segments`
  const draft = { type: 'regular', recipients: { list_id }, settings: { subject_line: 'Hats' } }
  const { body: campaign } = await call('POST /3.0/campaigns', draft)
  const { body: segment } = await call(`POST ${segments}`, { name: 'Some', static_segment: ['ada@acme.test'] })
  const checker = await loadChecker({ linksAnywhere: true })
  const sketch = new Sketch(checker)
  for (const path of [`/3.0/campaigns/${campaign.id}`, `${segments}/${segment.id}`, `${segments}/${segment.id}/members`]) {
    const { status, text: body, headers } = await call(`GET ${path}`)
    const request = {
      method: 'GET',
      url: new URL(`http://maildouble.test${path}`),
      requestHeaders: new Map(),
      requestBody: undefined,
    }
    sketch.add(checker.check({ ...request, status, headers: new Map(headers), body, at: undefined }), status)
  }
  expect(rebuiltData(sketch, 0)).toMatchObject({
    lists: [
      {
        id: list_id,
        campaigns: [{ subject_line: 'Hats', title: '' }],
        members: [{ email_address: 'ada@acme.test' }],
        segments: [{ name: 'Some', members: ['ada@acme.test'] }],
      },
    ],
  })
})
