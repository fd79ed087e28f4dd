import { expect, test } from 'vitest'
import { CONNECTION_LANGUAGES, connectionCode } from '../../src/kit/client/connection-code.ts'
import { startServer } from '../../src/index.ts'

test('the code for Node runs as it is', async () => {
  await using server = await startServer()
  const [first] = connectionCode('node', { baseUrl: server.url, apiKey: server.apiKey })
  const lists: unknown[] = []
  const code = `return (async (console) => {${first?.code}})(arguments[0])`
  await new Function(code)({ log: (answer: { total_items: number }) => lists.push(answer.total_items) })
  expect(lists).toEqual([3])
})

test.each(Object.keys(CONNECTION_LANGUAGES) as (keyof typeof CONNECTION_LANGUAGES)[])(
  'the first client of %s has the URL and the key',
  (language) => {
    const [first] = connectionCode(language, { baseUrl: 'http://[::1]:4030/_worlds/a', apiKey: 'b-dc1' })
    expect(first?.code).toContain('http://[::1]:4030/_worlds/a/3.0')
    expect(first?.code).toContain('b-dc1')
  },
)

test('values that would run as code are refused', () => {
  expect(() => connectionCode('curl', { baseUrl: 'http://a.test', apiKey: "'$(touch no)`" })).toThrow(
    'contains characters that not every language takes literally.',
  )
  expect(() => connectionCode('ruby', { baseUrl: 'http://a.test/#{no}', apiKey: 'b' })).toThrow('contains characters')
})
