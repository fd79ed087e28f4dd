import { describe, expect, test } from 'vitest'
import { compileMatch, type FaultCall } from '../../src/service/faults/match.ts'
import { pathGlob } from '../../src/service/faults/path-glob.ts'

const headers: Record<string, string> = { 'x-run': '7', accept: 'text/html' }

const CALL: FaultCall = {
  via: 'http',
  operation: 'addMember',
  method: 'POST',
  path: '/lists/a1b2c3d4e5/members',
  header: (name) => headers[name],
  query: new Map([
    ['count', '10'],
    ['skip_merge_validation', 'true'],
  ]),
  body: { email_address: 'ada@example.com', tags: ['a', 'b'], merge_fields: { 'A/B': 1, none: null } },
  origin: { base_url: 'http://maildouble.test', like: 'reference', request_id: 'one' },
}

describe('the match of a fault', () => {
  test.each<[Parameters<typeof compileMatch>[0], boolean]>([
    [{}, true],
    [{ operation: 'addMember' }, true],
    [{ operation: ['getMembers', 'addMember'] }, true],
    [{ operation: 'getMembers' }, false],
    [{ method: 'POST' }, true],
    [{ method: 'PUT' }, false],
    [{ path: '/lists/*/members' }, true],
    [{ path: '/lists/*' }, false],
    [{ via: 'http' }, true],
    [{ via: 'batch' }, false],
    [{ headers: { 'X-Run': '7' } }, true],
    [{ headers: { 'x-run': '7', accept: 'text/html' } }, true],
    [{ headers: { 'x-run': '07' } }, false],
    [{ headers: { 'x-run': '7', 'x-other': '' } }, false],
    [{ query: { count: '10' } }, true],
    [{ query: { count: 10, skip_merge_validation: true } }, true],
    [{ query: { count: '1' } }, false],
    [{ query: { offset: '' } }, false],
    [{ body: { '/email_address': 'ada@example.com' } }, true],
    [{ body: { '/tags': ['a', 'b'] } }, true],
    [{ body: { '/tags': ['b', 'a'] } }, false],
    [{ body: { '/tags/1': 'b', '/merge_fields/A~1B': 1 } }, true],
    [{ body: { '/merge_fields/none': null } }, true],
    [{ body: { '/nothing': null } }, false],
    [{ body: { '/merge_fields/A~1B': '1' } }, false],
    [{ operation: 'addMember', method: 'PUT' }, false],
  ])('the match %j decides whether a fault applies to a call: %j', (match, is) => expect(compileMatch(match)(CALL)).toBe(is))

  test('a fault matches a call with an unreadable body only if its match does not refer to the body', () => {
    const call = { ...CALL, body: undefined }
    expect([compileMatch({ body: { '': {} } })(call), compileMatch({ body: { '/a': 1 } })(call), compileMatch({})(call)]).toEqual(
      [false, false, true],
    )
  })
})

describe('a path pattern', () => {
  test.each<[string, string, boolean]>([
    ['/lists', '/lists', true],
    ['/lists', '/lists/', true],
    ['/lists/', '/lists', true],
    ['/lists', '/listsx', false],
    ['/', '/', true],
    ['/lists/*', '/lists/a', true],
    ['/lists/*', '/lists', false],
    ['/lists/*', '/lists/a/members', false],
    ['/lists/*/members', '/lists/a/members', true],
    ['/lists/a*e/members', '/lists/abcde/members', true],
    ['/lists/a*e/members', '/lists/ae/members', true],
    ['/lists/a*a/members', '/lists/a/members', false],
    ['/lists/*b*d*', '/lists/abcd', true],
    ['/lists/*d*b*', '/lists/abcd', false],
    ['/lists/**', '/lists', true],
    ['/lists/**', '/lists/a/members/b', true],
    ['**', '/anything/at/all', true],
    ['/**', '/', true],
    ['/**/members', '/lists/a/members', true],
    ['/**/members', '/lists/a/members/b', false],
    ['/**/members/**', '/lists/a/members/b/tags', true],
    ['/**/a/**/a', '/a/b/a/c', false],
    ['/lists/*/members/ada@example.com', '/lists/a/members/ada%40example.com', true],
    ['/lists/*/members/ada%40example.com', '/lists/a/members/ada@example.com', true],
    ['/lists/*', '/lists/a%2Fmembers', true],
    ['/lists/*/members', '/lists/a%2Fmembers', false],
    ['/lists/%', '/lists/%', true],
  ])('the path pattern %s applied to the path %s: %j', (pattern, path, is) => expect(pathGlob(pattern)(path)).toBe(is))

  test('a path pattern with many stars matches in little time', () => {
    expect(pathGlob(`${'/**/a'.repeat(60)}/b`)(`${'/a'.repeat(200)}`)).toBe(false)
    expect(pathGlob(`/${'*a'.repeat(200)}*b`)(`/${'a'.repeat(2_000)}`)).toBe(false)
  })
})
