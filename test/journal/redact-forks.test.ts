import { expect, test } from 'vitest'
import { mock } from '../mock.ts'

const SECRET = 'hunter2secret'
const NOTE = `http://user:${SECRET}@acme.test/`

test('a secret sent by a caller is redacted in the journal of a fork, too', async () => {
  const { call } = mock({ scenario: 'starter' })
  await call('POST /3.0/lists/aaaaaaaaaa/merge-fields', { name: 'Note', type: 'text', tag: 'NOTE' })
  const member = { email_address: 'secret@acme.test', status: 'subscribed', merge_fields: { NOTE } }
  expect((await call('POST /3.0/lists/aaaaaaaaaa/members', member)).status).toBe(200)
  const { body: fork } = await call('POST /_control/worlds/default/fork', { id: 'forked' })
  const headers = { authorization: `Bearer ${fork.api_key}` }
  const read = await call('GET /_worlds/forked/3.0/lists/aaaaaaaaaa/members/secret@acme.test', undefined, { headers })
  expect(read.body.merge_fields.NOTE).toBe(NOTE)
  for (const path of ['requests', 'requests.har', 'bundle']) {
    const { text } = await call(`GET /_control/worlds/forked/${path}`)
    if (path !== 'bundle') expect(text, path).toContain('secret@acme.test')
    expect({ path, isShown: text.includes(SECRET) }).toEqual({ path, isShown: false })
  }
})
