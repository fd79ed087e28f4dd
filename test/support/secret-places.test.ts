import { describe, expect, test } from 'vitest'
import { isSecretName, replaceSecrets } from '../../src/kernel/support/secret-places.ts'

/** A text with each secret in angle brackets. */
const marked = (text: string): string => replaceSecrets(text, (secret) => `<${secret}>`)

describe('isSecretName', () => {
  test.each(['apikey', 'APIKEY', 'apiKey', 'api_key', 'X-Api-Key', 'Access_Token', 'client_secret', 'password', 'data[token]'])(
    'isSecretName accepts %s as the name of a secret',
    (name) => expect(isSecretName(name)).toBe(true),
  )

  test.each(['key', 'code', 'sig', 'signature', 'CODE'])(
    'isSecretName accepts %s as the name of a secret only in URLs',
    (name) => {
      expect([isSecretName(name), isSecretName(name, { inAddress: true })]).toEqual([false, true])
    },
  )

  test.each(['', 'page_token_count', 'keyword', 'tokens', 'name', 'country_code', 'passport'])(
    'isSecretName rejects %j as the name of a secret',
    (name) => expect(isSecretName(name, { inAddress: true })).toBe(false),
  )
})

describe('replaceSecrets', () => {
  test.each([
    ['a password in a URL', 'https://user:pa55@h/x', 'https://user:<pa55>@h/x'],
    ['a password without a user', 'https://:pa55@h/x', 'https://:<pa55>@h/x'],
    ['a password with special characters', 'https://u:p@ss:w%2Frd@h/', 'https://u:<p@ss:w%2Frd>@h/'],
    [
      'a URL in JSON with escaped slashes',
      String.raw`{"url":"https:\/\/u:pw@h\/b"}`,
      String.raw`{"url":"https:\/\/u:<pw>@h\/b"}`,
    ],
    [
      'an encoded URL',
      '/lists/https%3A%2F%2Fu%3Apw%40h%3Ftoken%3Dx%26y%3D1',
      '/lists/https%3A%2F%2Fu%3A<pw>%40h%3Ftoken%3D<x>%26y%3D1',
    ],
    [
      'a URL encoded twice',
      'u=https%253A%252F%252Fu%253Apw%2540h%253Ftoken%253Dx%2526y',
      'u=https%253A%252F%252Fu%253A<pw>%2540h%253Ftoken%253D<x>%2526y',
    ],
    ['a partly encoded URL', 'https:%2f%2fu:pw@h', 'https:%2f%2fu:<pw>@h'],
    ['parameters of any case', '?APIKEY=a&b=1&Access-Token=c#key=d', '?APIKEY=<a>&b=1&Access-Token=<c>#key=<d>'],
    ['a parameter with an encoded name', '?api%6Bey=abc&x', '?api%6Bey=<abc>&x'],
    ['the first field of a form', 'apikey=a&x=1', 'apikey=<a>&x=1'],
    ['a field in brackets', 'data%5Bapikey%5D=a&data[token]=b', 'data%5Bapikey%5D=<a>&data[token]=<b>'],
    ['parameters in HTML and in JSON', String.raw`?a=1&amp;token=b\u0026pwd=c"`, String.raw`?a=1&amp;token=<b>\u0026pwd=<c>"`],
    ['a member of JSON', '{"ApiKey": "a\\"b", "x": 1}', '{"ApiKey": "<a\\"b>", "x": 1}'],
    ['a member whose value ends in a backslash', '{"token":"a\\\\","x":"y"}', '{"token":"<a\\\\>","x":"y"}'],
    ['a truncated member', '{"token":"abc', '{"token":"<abc>'],
  ])('replaceSecrets finds a secret in %s', (_, text, expected) => expect(marked(text)).toBe(expected))

  test('replaceSecrets finds JSON members within JSON strings, however deeply nested', () => {
    const deep = (secret: string) =>
      JSON.stringify({
        body: JSON.stringify({ ApiKey: `${secret}"\\`, more: JSON.stringify({ token: `${secret}\\"` }), z: 'z' }),
      })
    const found: string[] = []
    replaceSecrets(deep('s3cret'), (secret) => {
      found.push(secret)
      return ''
    })
    expect(found).toHaveLength(2)
    expect(JSON.parse(JSON.parse(replaceSecrets(deep('s3cret'), () => 'x')).body)).toEqual({
      ApiKey: 'x',
      more: '{"token":"x"}',
      z: 'z',
    })
  })

  test.each([
    'http://127.0.0.1:4030/a ada@acme.test',
    '{"x":"https://h:80/","y":"c@d"}',
    '{"code":"ok","key":"k","tokens":["a"],"token":""}',
    '?apikey={{api_key_stem}}-us1&token={{token:2}}',
    '{"authorization":"Bearer {{api_key}}"}',
    '?since=2026-01-15T09%3A00%3A00Z&count=10',
    '',
  ])('replaceSecrets leaves the text %j unchanged', (text) => expect(marked(text)).toBe(text))

  test.each(['\\', ':', '%', '%25', '://', '"', '?', '&token', 'https%3A%2F%2F', '{"token":"'])(
    'replaceSecrets reads 64 KiB of %j in linear time',
    (piece) => {
      const text = piece.repeat(65_536 / piece.length)
      expect(marked(text).length).toBeGreaterThanOrEqual(text.length - piece.length)
    },
  )
})
