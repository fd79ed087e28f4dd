import { describe, expect, test } from 'vitest'
import { headersIn } from '../../src/server/log/call.ts'
import { readable } from './readable.ts'
import { mock } from '../mock.ts'
import { makeClient } from '../../src/service/rules/oauth/client.ts'
import { useSecrets, worldsNamed } from './secret-session.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

describe('after a session that uses every secret in every place', () => {
  test('the journal contains no secret after a session that uses every secret in every place', async () => {
    const server = await worldsNamed(['one'])
    const secrets = await useSecrets(server, 'one')
    expect(secrets.filter((secret) => secret.length < 8)).toEqual([])
    expect(new Set(secrets).size).toBeGreaterThan(15)
    const journal = JSON.stringify(server.handleOf('one').log.journal.all().map(readable))
    const shown = JSON.stringify((await server.call('GET /_control/worlds/one/requests?limit=1000')).body)
    const har = JSON.stringify((await server.call('GET /_control/worlds/one/requests.har')).body)
    for (const secret of secrets) {
      for (const text of [journal, shown, har]) expect(text).not.toContain(secret)
      for (const text of [journal, shown, har]) expect(text).not.toContain(btoa(`anyone:${secret}`))
    }
    for (const placeholder of [
      '{{api_key}}',
      '{{client_secret}}',
      '{{client_id}}',
      '{{token:2}}',
      '{{code:2}}',
      '{{confirmation:1}}',
      '{{webhook_secret:3}}',
      '{{signature}}',
      '{{seal}}',
      '{{external}}',
    ])
      expect(journal).toContain(placeholder)
  })

  test('the journals of two worlds are identical after a session that uses every secret in every place', async () => {
    const server = await worldsNamed(['one', 'two'])
    const read = async (id: string) => {
      await useSecrets(server, id)
      const entries = server
        .handleOf(id)
        .log.journal.all()
        .map((entry) => ({
          ...readable(entry),
          id: '',
          historyEntry: 0,
          request: { ...entry.request, headers: headersIn(entry, 'request'), varying: '' },
          response: entry.response && {
            ...JSON.parse(JSON.stringify(entry.response)),
            headers: headersIn(entry, 'response'),
            varying: '',
          },
        }))
      return JSON.stringify(entries, undefined, 1)
        .replaceAll(new RegExp(`(/|%2F)_worlds(/|%2F)${id}`, 'g'), '')
        .replaceAll(UUID, 'uuid')
    }
    expect((await read('one')).split('\n')).toEqual((await read('two')).split('\n'))
  })

  test('a secret chosen by the user is redacted in every encoding', async () => {
    const server = await worldsNamed(['one'], { oauth: { client_secret: 'it\'s "my" secret/+ü' } })
    const secrets = await useSecrets(server, 'one')
    const journal = server.handleOf('one').log.journal.all()
    const form = journal.find(({ path, request }) => path === '/oauth2/token' && request.body.includes('{{code:1}}'))
    expect(form?.request.body).toContain('client_secret={{client_secret}}')
    for (const { request, response } of journal)
      for (const secret of secrets) expect(request.body + response?.body).not.toContain(secret)
  })
})

test('redaction replaces a short secret only where it stands alone', async () => {
  const { ready } = mock({ oauth: { client_secret: 'abc' } })
  const { secrets } = (await ready).log
  expect(secrets.hide('abc abcd xabc a.abc-"abc"')).toBe('{{client_secret}} abcd xabc a.{{client_secret}}-"{{client_secret}}"')
})

test('redaction numbers the secrets of several applications', async () => {
  const { ready, plant } = mock()
  const { secrets } = (await ready).log
  expect(secrets.hide('second-application-secret')).toBe('second-application-secret')
  const redirect_uri = 'http://127.0.0.1/cb'
  await plant((tx) => {
    makeClient(tx, { redirect_uri, client_id: 'app-a', client_secret: 'first-application-secret' })
    makeClient(tx, { redirect_uri, client_id: 'app-b', client_secret: 'second-application-secret' })
  })
  expect(secrets.hideWithIds('app-b: second-application-secret')).toBe('{{client_id:2}}: {{client_secret:2}}')
})

test('redaction covers secrets created before a reset', async () => {
  const { ready, plant, call } = mock()
  const { secrets } = (await ready).log
  const token = (await plant((tx) => tx.secret('oauth.token'))).slice(0, 32)
  expect(secrets.hide(`<${token}>`)).toBe('<{{token:1}}>')
  await call('POST /_control/reset')
  expect(secrets.hide(`<${token}>`)).toBe('<{{token:1}}>')
})

test('redaction returns a text without secrets unchanged', async () => {
  const { ready, plant } = mock()
  const { secrets } = (await ready).log
  await plant((tx) => tx.secret('confirmation'))
  const text = `${'0123456789abcdef'.repeat(9)} sig=1 {{x}} 8bdbf060209f35b52087992a3cbdf4d7`
  expect(secrets.hide(text)).toBe(text)
})

test('a fork redacts the tokens that it shares with its original world', async () => {
  const server = await worldsNamed(['one'])
  const secrets = await useSecrets(server, 'one')
  await server.call('POST /_control/worlds/one/fork', { id: 'branch' })
  const { log } = server.handleOf('branch')
  const hidden = log.secrets.hide(secrets.join(' '))
  expect(hidden).toContain('{{token:1}}')
  expect(hidden).toContain('{{token:2}}')
  expect(hidden).toContain('{{code:2}}')
})
