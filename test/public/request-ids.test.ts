import { expect, test } from 'vitest'
import { mock } from '../mock.ts'

test.each([
  '/oauth2/metadata',
  '/oauth2/nowhere',
  '/_files/batches/none.tar.gz',
  '/_public/pages/none',
  '/_public/subscribe?id=none',
])('a response without a key with %s has a unique request id', async (path) => {
  const { app, ready } = mock()
  await ready
  const ids = [await app.request(`http://maildouble.test${path}`), await app.request(`http://maildouble.test${path}`)].map(
    ({ headers }) => headers.get('x-request-id'),
  )
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(new Set(ids).size).toBe(2)
})
