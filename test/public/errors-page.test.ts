import { connect } from 'node:net'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { errorCatalogue as errors } from '../../src/kernel/contract/service.ts'
import { createDouble, startServer } from '../../src/index.ts'
import { mock, type Body } from '../mock.ts'

const JSON_WANTED = { headers: { accept: 'application/json' }, anonymous: true }
const specified: Body = parse(readFileSync('spec/errors.yaml', 'utf8'))
const own: Body = parse(readFileSync('spec/own-errors.yaml', 'utf8'))

describe('getErrorCatalogue', () => {
  test('the catalogue of errors has every error of the service with its status, its cause and the remedy', async () => {
    const { body, status, headers } = await mock().call('GET /docs/errors', undefined, JSON_WANTED)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const ofService = body.errors.filter(({ part }: Body) => part === 'service')
    expect(ofService.map(({ word }: Body) => word)).toEqual(Object.keys(errors))
    for (const { word, part: _, ...error } of ofService) {
      const { status: code, title, when, remedy } = specified[word]
      expect(error).toEqual({ status: code, title, when, remedy })
    }
    for (const { when, remedy } of body.errors)
      expect([when, remedy]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)])
  })

  test('the catalogue of errors has the errors of the control API and of the HTTP server as well', async () => {
    const { body } = await mock().call('GET /docs/errors', undefined, JSON_WANTED)
    for (const part of ['control', 'http']) {
      const listed = body.errors
        .filter((error: Body) => error.part === part)
        .map(({ status, title }: Body) => [String(status), title])
      expect(listed).toEqual(Object.entries(own[part]).map(([status, error]) => [status, (error as Body).title]))
    }
  })

  test('the catalogue of errors is a page unless JSON is preferred, with Vary: Accept on both', async () => {
    const { app, ready } = mock()
    await ready
    const type = async (accept?: string) => {
      const { headers } = await app.request(
        'http://maildouble.test/docs/errors',
        accept === undefined ? {} : { headers: { accept } },
      )
      expect(headers.get('vary')).toBe('accept')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      return headers.get('content-type')?.split(';')[0]
    }
    for (const accept of [
      undefined,
      '*/*',
      'text/html',
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'image/png',
    ])
      expect(await type(accept)).toBe('text/html')
    for (const accept of ['application/json', 'application/json, text/plain, */*', 'text/html;q=0.5, application/json'])
      expect(await type(accept)).toBe('application/json')
  })

  test('the catalogue of errors is a page without scripts or external resources', async () => {
    const { app, ready } = mock()
    await ready
    const response = await app.request('http://maildouble.test/docs/errors')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    const page = await response.text()
    for (const [word, { status, title }] of Object.entries(errors)) {
      expect(page).toContain(`id="${word}"`)
      expect(page).toContain(`<dt>${status} · <code>X-Trigger-Error: ${word}</code>`)
      expect(page).toContain(`<strong>${title}</strong>`)
    }
    expect(page).not.toMatch(/<script|`|\[object|undefined/)
  })
})

test('the type of a problem object links to the catalogue for every error of the service, in the default world and in others', async () => {
  await using double = await createDouble({ publicUrl: 'https://double.example' })
  const made = await double.fetch('/_control/worlds', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"id":"shop","scenario":"empty"}',
  })
  const { base_url }: Body = await made.json()
  expect(base_url).toBe('https://double.example/_worlds/shop')
  for (const base of ['', '/_worlds/shop']) {
    for (const word of Object.keys(errors)) {
      const answer = await double.fetch(`${base}/3.0/lists`, { headers: { 'x-trigger-error': word } })
      const { type, title, status }: Body = await answer.json()
      expect(type).toBe(`https://double.example${base}/docs/errors`)
      const catalogue = await double.fetch(type.replace('https://double.example', ''), {
        headers: { accept: 'application/json' },
      })
      const { errors: listed }: Body = await catalogue.json()
      expect(listed).toContainEqual(expect.objectContaining({ word, title, status }))
    }
  }
})

test('the type of a problem object links to the catalogue for errors of the control API, for requests that are not HTTP, and for deleted worlds', async () => {
  await using server = await startServer({ scenario: 'empty' })
  const problems: [string, Body][] = [
    ['control', await fetch(`${server.url}/_control/nowhere`).then((answer) => answer.json())],
    ['control', await fetch(`${server.url}/_control/health`, { headers: { origin: 'null' } }).then((answer) => answer.json())],
    ['http', JSON.parse((await raw(server.url, 'NONSENSE\r\n\r\n')).split('\r\n\r\n')[1] ?? '')],
    ['service', await fetch(`${server.url}/_worlds/gone/3.0/lists`).then((answer) => answer.json())],
    ['service', await fetch(`${server.url}/elsewhere`).then((answer) => answer.json())],
  ]
  for (const [part, { type, title, status }] of problems) {
    const answer = await fetch(type, { headers: { accept: 'application/json' } })
    const { errors: listed }: Body = await answer.json()
    expect(listed).toContainEqual(expect.objectContaining({ part, title, status }))
  }
})

/** Sends raw text to a server and returns the response. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    socket
      .on('data', (data) => (answer += data.toString()))
      .on('end', () => resolve(answer))
      .on('error', reject)
  })
}
