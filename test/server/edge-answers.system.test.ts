import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { edgeAnswers } from '../../src/kernel/contract/generated/edge-answers.ts'
import { wireWorld } from './wire-world.ts'

let world: Awaited<ReturnType<typeof wireWorld>>

beforeAll(async () => {
  world = await wireWorld()
})
afterEach(() => world.control('POST /_control/reset', {}))
afterAll(() => world.stop())

const PATH = '/3.0/template-folders'
const NAMES = Object.keys(edgeAnswers).map((name) => [name] as const)

/** The answer as bytes on the socket, without the date and the fields that describe the connection. */
function rawBytes(): Promise<string> {
  const { hostname, port } = new URL(world.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.on('error', reject).on('close', () => resolve(comparable(text)))
    socket.write(
      `GET ${PATH} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${world.headers.authorization}\r\nConnection: close\r\n\r\n`,
    )
  })
}

function curlBytes(): Promise<string> {
  return new Promise((resolve, reject) => {
    const curl = spawn('curl', ['-si', '-H', `Authorization: ${world.headers.authorization}`, world.url + PATH])
    let text = ''
    curl.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    curl.on('error', reject).on('close', () => resolve(comparable(text)))
  })
}

/** The same answer as text, from the parts that a client of Node has. */
function nodeBytes(): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(world.url + PATH, { headers: world.headers, agent: false }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      incoming.on('end', () => {
        const { rawHeaders: raw, statusCode, statusMessage } = incoming
        const lines = raw.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${raw[i + 1]}`] : []))
        resolve(comparable([`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', text].join('\r\n')))
      })
    })
    sent.on('error', reject).end()
  })
}

async function fetchBytes(): Promise<string> {
  const answer = await fetch(world.url + PATH, { headers: world.headers, redirect: 'manual' })
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`)
  return comparable([`HTTP/1.1 ${answer.status} ${answer.statusText}`, ...lines, '', await answer.text()].join('\r\n'))
}

function comparable(text: string): string {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [status = '', ...headers] = head.split('\r\n')
  const kept = headers.filter((line) => !/^(?:date|connection|keep-alive|x-request-id|link):/i.test(line))
  return [status, ...kept.map((line) => line.toLowerCase()).toSorted(), '', body.join('\r\n\r\n')].join('\n')
}

describe('an answer of the edge', () => {
  test.each(NAMES)('%s has the same bytes on the socket, for curl, for node:http and for fetch', async (preset) => {
    await world.control('POST /_control/faults', { effect: { answer: { preset, after: 0 } } })
    const bytes = await rawBytes()
    const { status, title, body, headers } = edgeAnswers[preset as keyof typeof edgeAnswers]
    expect(bytes).toContain(`HTTP/1.1 ${status} ${title}\n`)
    for (const [name, value] of Object.entries(headers)) expect(bytes).toContain(`${name}: ${String(value).toLowerCase()}`)
    if (body !== 'service') expect(bytes.endsWith(`\n\n${body === 'none' ? '' : body}`)).toBe(true)
    expect(await curlBytes()).toBe(bytes)
    expect(await nodeBytes()).toBe(bytes)
    expect(await fetchBytes()).toBe(bytes)
  })

  test('an informational status is followed by no answer: the client waits until it gives up', async () => {
    await world.control('POST /_control/faults', {
      effect: { answer: { status: 103 }, headers: { link: '</style.css>; rel=preload' } },
    })
    const seen = await new Promise<number>((resolve, reject) => {
      const sent = request(world.url + PATH, { headers: world.headers, agent: false }, () =>
        reject(new Error('There is an answer.')),
      )
      sent.on('information', ({ statusCode }) => {
        resolve(statusCode)
        sent.destroy()
      })
      sent.on('error', () => {}).end()
    })
    expect(seen).toBe(103)
    const { requests } = await world.control('GET /_control/requests?order=desc&limit=1')
    expect(requests).toMatchObject([{ status: null, faults: [{ effect: 'answer' }] }])
  })
})
