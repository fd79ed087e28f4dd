import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, test } from 'vitest'
import { formats, keywordsOf } from '../../build/formats.mjs'
import { extensions } from '../../src/service/rules/files/kinds.ts'
import { worldWithOneOfEach } from './one-of-each.ts'

/** Checks bodies against the schemas of a document. */
function makeValidator(document: OpenAPIV3_1.Document): Ajv2020 {
  return new Ajv2020({ strict: false, validateFormats: false }).addSchema(document as AnySchema, 'document')
}

/** Whether a document admits the body of an operation. */
function admits(ajv: Ajv2020, path: string, method: string, body: unknown): unknown {
  const at = `document#/paths/${path.replaceAll('/', '~1')}/${method}/requestBody/content/application~1json/schema`
  return ajv.getSchema(encodeURI(at))?.(body)
}

const LIST = '/lists/{list_id}'
const condition = (given: object) => ({ name: 'Some', options: { conditions: [given] } })

/** Bodies that the service accepts or rejects by rules beyond schemas. */
const service: readonly (readonly [string, object, boolean])[] = [
  [`POST ${LIST}/members`, { email_address: 'lin@acme.test', status: 'subscribed' }, true],
  [`POST ${LIST}/members`, { email_address: 'lin', status: 'subscribed' }, false],
  [`POST ${LIST}/members`, { email_address: 'lin@acme.test', status: 'subscribed', timestamp_opt: '2026-02-30' }, false],
  [`PATCH ${LIST}/members/{subscriber_hash}`, { email_address: 'lin@acme' }, false],
  [`POST ${LIST}/webhooks`, { url: 'http://127.0.0.1:5000/hook', events: { subscribe: true } }, true],
  [`POST ${LIST}/webhooks`, { url: 'http://a|b.test/hook', events: { subscribe: true } }, false],
  [`POST ${LIST}/webhooks`, { url: 'http://127.0.0.1:70000/', events: { subscribe: true } }, false],
  [`POST ${LIST}/segments`, { name: 'None', static_segment: [] }, true],
  [`POST ${LIST}/segments`, { name: 'Neither' }, false],
  [
    `POST ${LIST}/segments`,
    { ...condition({ condition_type: 'VIP', field: 'vip_flag', op: 'member' }), static_segment: [] },
    false,
  ],
  [`POST ${LIST}/segments`, condition({ condition_type: 'VIP', field: 'vip_flag', op: 'member' }), true],
  [`POST ${LIST}/segments`, condition({ field: 'vip_flag', op: 'member' }), true],
  [`POST ${LIST}/segments`, condition({ condition_type: 'VIP', field: 'rating', op: 'member' }), false],
  [`POST ${LIST}/segments`, condition({ condition_type: 'VIP', field: 'vip_flag', op: 'is' }), false],
  [`POST ${LIST}/segments`, condition({ op: 'member' }), false],
  ['POST /audiences/{audience_id}/contacts', { email_channel: { email: 'sam@acme.test' } }, true],
  ['POST /audiences/{audience_id}/contacts', { language: 'en', email_channel: {} }, false],
  ['POST /batches', { operations: [{ method: 'patch', path: '/lists' }] }, true],
  ['POST /batches', { operations: [{ method: 'HEAD', path: '/lists' }] }, false],
  ['POST /account-exports', { include_stages: ['audiences'], since_timestamp: '' }, false],
  ['POST /connected-sites', { foreign_id: '..', domain: 'acme.test' }, false],
  ['POST /connected-sites', { foreign_id: '..a', domain: 'acme.test' }, true],
  ...extensions.map((extension) => ['POST /file-manager/files', { name: `a.${extension}`, file_data: 'eA==' }, true] as const),
  ['POST /file-manager/files', { name: 'C:\\a\n/b.exe\\c.d.TXT', file_data: 'eHh\r\n4' }, true],
  ['POST /file-manager/files', { name: 'a.exe', file_data: 'eA==' }, false],
  ['POST /file-manager/files', { name: 'txt', file_data: 'eA==' }, false],
  ['POST /file-manager/files', { name: 'a.txt/', file_data: 'eA==' }, false],
  ['POST /file-manager/files', { name: 'b/.txt', file_data: 'eA==' }, false],
  ['POST /file-manager/files', { name: 'a\n.txt', file_data: 'eA==' }, false],
  ['POST /file-manager/files', { name: 'a.txt', file_data: '' }, false],
  ['POST /file-manager/files', { name: 'a.txt', file_data: 'eHh4_-==' }, false],
  ['POST /file-manager/files', { name: 'a.txt', file_data: 'data:text/plain;base64,eA==' }, false],
  ['POST /campaigns', { type: 'absplit' }, false],
  ['POST /campaigns', { type: 'regular', settings: { reply_to: '' } }, true],
  ['POST /campaigns', { type: 'regular', settings: { reply_to: 'ada@acme.test' } }, true],
  ['POST /campaigns', { type: 'regular', settings: { reply_to: 'ada' } }, false],
  ['POST /campaigns', { type: 'regular', tracking: { clicktale: 'x'.repeat(50) } }, true],
  ['POST /campaigns', { type: 'regular', tracking: { clicktale: 'x'.repeat(51) } }, false],
  ['POST /campaigns', { type: 'variate', variate_settings: { winner_criteria: 'opens', wait_time: 60 } }, true],
  ['POST /campaigns', { type: 'variate', variate_settings: { winner_criteria: 'opens', wait_time: 90 } }, false],
  ['POST /campaigns', { type: 'variate', variate_settings: { winner_criteria: 'opens', reply_to_addresses: ['ada'] } }, false],
  ['PUT /campaigns/{campaign_id}/content', { archive: { archive_content: 'PGI-' } }, false],
]

const fault = (effect: object) => ({ effect })
const control: readonly (readonly [string, object, boolean])[] = [
  ['POST /clock/advance', { by: 'PT0.2S' }, true],
  ['POST /clock/advance', { by: 'P1M' }, false],
  ['POST /clock/advance', { by: -1 }, false],
  ['POST /clock/advance', { by: 'PT1S', until: 'idle' }, false],
  ['POST /clock/advance', {}, false],
  ['POST /clock/advance', { to: 'tomorrow' }, false],
  ['PATCH /clock', { mode: 'scaled', rate: 2 }, true],
  ['PATCH /clock', { mode: 'frozen', rate: 2 }, false],
  ['POST /faults', fault({ latency: 'PT0.5S' }), true],
  ['POST /faults', fault({ latency: 'soon' }), false],
  ['POST /faults', fault({}), false],
  ['POST /faults', fault({ latency: 1, connection: 'reset' }), false],
  ['POST /faults', fault({ connection: 'reset', headers: { 'retry-after': '1' } }), false],
  ['POST /faults', fault({ problem: { status: 503 } }), false],
  ['POST /faults', { ...fault({ connection: 'reset' }), match: { path: 'lists' } }, false],
  ['POST /faults', { ...fault({ connection: 'reset' }), when: { until: '' } }, false],
  ['POST /delivery-faults', { effect: { delay: 'PT0.5S' } }, true],
  ['POST /delivery-faults', { effect: { delay: 'later' } }, false],
  ['POST /requests/verify', { match: { status: '4xx' } }, true],
  ['POST /requests/verify', { match: { status: 'bad' } }, false],
  ['PATCH /settings', { batch: { phase: 'PT0.2S' } }, true],
  ['PATCH /settings', { batch: { phase: 'P1Y' } }, false],
]

describe('the published contracts state what the server enforces', () => {
  const ready = (async () => {
    const double = await worldWithOneOfEach()
    const document = async (path: string): Promise<OpenAPIV3_1.Document> => (await double.call(`GET ${path}`)).body
    return {
      ...double,
      service: makeValidator(await document('/_control/contract/openapi.json')),
      control: makeValidator(await document('/_control/openapi.json')),
    }
  })()

  test.each(service)('the contract of the service states whether %s with %j is valid: %s', async (line, body, expected) => {
    const { call, ids, service: contract } = await ready
    const [method = '', path = ''] = line.split(' ')
    expect(admits(contract, path, method.toLowerCase(), body)).toBe(expected)
    const { status } = await call(
      `${method} /3.0${path.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? 'missing')}`,
      body,
    )
    expect(status).toBe(expected ? 200 : 400)
  })

  test.each(control)('the contract of the control API states whether %s with %j is valid: %s', async (line, body, expected) => {
    const { call, control: contract } = await ready
    const [method = '', path = ''] = line.split(' ')
    expect(admits(contract, `/worlds/{world}${path}`, method.toLowerCase(), body)).toBe(expected)
    const { status } = await call(`${method} /_control${path}`, body)
    expect(expected ? [200, 201] : [422]).toContain(status)
  })

  test.each(['limit=1001', 'limit=', 'limit=many', 'unfired=', 'unfired=perhaps'])(
    'GET /faults?%s is rejected with 422',
    async (query) => {
      const { call } = await ready
      expect((await call(`GET /_control/faults?${query}`)).status).toBe(422)
    },
  )
})

describe('the regular expression of a format', () => {
  test.each(Object.keys(formats))('the regular expression of the format %s needs no lookaround', (name) => {
    const { pattern } = keywordsOf(name)
    expect(pattern).not.toMatch(/\(\?[=!<]/)
    expect(() => new RegExp(pattern, 'u')).not.toThrow()
  })

  test.each([
    [
      'iso-8601',
      ['', '2024-02-29', '2000-02-29', '2026-01-15 09:30', '2026-01-15T09:30:00.5+0100'],
      ['2026-02-29', '1900-02-29', '2026-04-31', '2026-1-1', '2026-01-15T24:00'],
    ],
    [
      'iso-8601-or-zero',
      ['', '2024-02-29', '2026-01-15T09:30:00Z', '0000-00-00', '0000-00-00 00:00:00'],
      ['2026-02-29', '0000-00-00T00:00:00', '0000-00-00 00:00', '0000-00-01'],
    ],
    ['iso-8601-duration', ['PT0.2S', 'P1W', 'P1W2DT3H', 'PT5M', 'P30D'], ['P', 'PT', 'P1M', 'P1Y', 'PT1', '-PT1S', 'P1DT']],
    [
      'email-address',
      ['ada@acme.test', 'a@b.c'],
      ['ada', 'ada@acme', 'a b@c.de', `${'a'.repeat(65)}@acme.test`, `a@${'b'.repeat(250)}.de`],
    ],
    [
      'ip-address',
      ['', '127.0.0.1', '::1', '::', 'fe80::1:2', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8'],
      ['256.1.1.1', '1.2.3', ':::', '1:2:3:4:5:6:7:8:9', '1::2::3'],
    ],
    [
      'http-url',
      [
        'http://127.0.0.1:5000/hook?a=b',
        'HTTPS://acme.test',
        'http://a:b@acme.test./',
        'http://[::1]:80#x',
        'http://2130706433',
        'http://0x7f.1:',
      ],
      ['ftp://acme.test', 'http://', 'http://a b.test', 'http://acme.test:99999'],
    ],
  ])('the regular expression of the format %s admits exactly what the server accepts', (name, good, bad) => {
    const { pattern, maxLength = 10_000 } = keywordsOf(name)
    const isIn = (text: string) => new RegExp(pattern, 'u').test(text) && text.length <= maxLength
    for (const text of [...good, ...bad]) {
      expect({ text, published: isIn(text), server: formats[name]?.test(text) }).toEqual({
        text,
        published: good.includes(text),
        server: good.includes(text),
      })
    }
  })
})
