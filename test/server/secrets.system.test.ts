import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { connect } from '../../src/kit/client/index.ts'
import { readEvidence } from '../../src/kit/testing/artifacts.ts'
import { tellJournals } from '../../src/kit/testing/story.ts'
import type { Body } from '../mock.ts'
import { serveProcess, type Process } from './program.ts'

const LIST = 'aaaaaaaaaa'
const processes: Process[] = []

afterEach(() => {
  for (const { child } of processes.splice(0)) child.kill('SIGKILL')
})

/** Secrets sent by callers, each unique, so that a leak can be located. */
const made: string[] = []
const secret = (where: string): string => {
  const text = `s3cr3t-${made.length}-${where}`
  made.push(text)
  return text
}

/** Calls that carry secrets in every place where one can occur. */
function* calls(list: string): Generator<{ line: string; body?: unknown; raw?: string; headers?: Record<string, string> }> {
  const hooks = `POST /3.0/lists/${list}/webhooks`
  const hook = (url: string) => ({
    line: hooks,
    body: { url, events: { subscribe: true }, sources: { api: true, user: true, admin: true } },
  })
  yield hook(`https://user:${secret('password')}@hooks.test/a`)
  yield hook(`https://hooks.test/b?token=${secret('token')}&api_key=${secret('api_key')}&x=1`)
  yield hook(`https://hooks.test/c?ApiKey=${secret('ApiKey')}&Access-Token=${secret('Access-Token')}#key=${secret('key')}`)
  yield hook(`https://user:${secret('a')}@hooks.test/d?SECRET=${secret('SECRET')}&pwd=${secret('pwd')}&sig=${secret('sig')}`)
  yield {
    line: hooks,
    raw: String.raw`{"url":"https:\/\/user:${secret('escaped')}@hooks.test\/e?a=1\u0026token=${secret('u0026')}"}`,
  }
  yield {
    line: 'POST /3.0/batch-webhooks',
    body: { url: `https://user:${secret('batch')}@hooks.test/f?token=${secret('batch-token')}` },
  }
  yield { line: `GET /3.0/lists/${list}/webhooks` }
  yield { line: 'GET /3.0/batch-webhooks' }

  // Fields of bodies, including nested ones and forms.
  yield {
    line: 'POST /3.0/lists',
    body: { name: 'A', apikey: secret('body'), more: { Api_Key: secret('nested'), token: secret('member') } },
  }
  yield { line: 'POST /oauth2/token', raw: `apikey=${secret('form')}&grant_type=x&PASSWORD=${secret('form-password')}` }
  yield {
    line: `POST /3.0/lists/${list}/members`,
    body: {
      email_address: 'eve@acme.test',
      status: 'subscribed',
      merge_fields: { FNAME: `https://user:${secret('merge')}@x.test/` },
    },
  }
  const inner = JSON.stringify({
    url: `https://user:${secret('inner')}@hooks.test/g?token=${secret('inner-token')}`,
    apikey: secret('inner-key'),
  })
  yield {
    line: 'POST /3.0/batches',
    body: {
      operations: [
        { method: 'GET', path: '/lists', params: { apikey: secret('params'), APIKEY: secret('PARAMS') } },
        { method: 'GET', path: `/lists?apikey=${secret('operation')}` },
        { method: 'POST', path: `/lists/${list}/webhooks`, body: inner },
      ],
    },
  }

  // URLs of calls.
  yield { line: `GET /3.0/ping?APIKEY=${secret('upper')}` }
  yield { line: `GET /3.0/ping?apikey=${secret('lower')}` }
  yield { line: `GET /3.0/lists?api%4Bey=${secret('encoded-name')}&x=1` }
  yield { line: `POST /3.0/lists?apikey=${secret('post')}`, body: {} }
  // Long text is shortened in messages, and a replay may shorten it elsewhere.
  yield { line: `GET /3.0/lists/${encodeURIComponent(`https://u:${secret('path')}@h.test`)}` }
  yield { line: `GET /3.0/lists/${encodeURIComponent(`http://h.test/?token=${secret('path-token')}&a=1`)}` }
  yield {
    line: `GET /3.0/search-members?query=${encodeURIComponent(`https://user:${secret('query')}@h.test/?token=${secret('query-token')}`)}`,
  }
  yield {
    line: `GET /3.0/search-members?query=${encodeURIComponent(encodeURIComponent(`https://u:${secret('twice')}@h.test/?token=${secret('twice-token')}`))}`,
  }
  yield { line: `GET /nowhere/https:%2f%2fuser:${secret('mixed')}@h.test` }

  // Headers.
  yield { line: 'GET /3.0/ping', headers: { authorization: `Bearer ${secret('bearer')}` } }
  yield { line: 'GET /3.0/ping', headers: { authorization: `Basic ${btoa(`any:${secret('basic')}`)}` } }
  yield {
    line: 'GET /3.0/ping',
    headers: {
      'x-api-key': secret('x-api-key'),
      'x-access-token': secret('x-access-token'),
      apikey: secret('apikey-header'),
      'proxy-authorization': secret('proxy'),
      cookie: `session=${secret('cookie')}`,
      referer: `https://user:${secret('referer')}@x.test/?API_KEY=${secret('referer-key')}`,
      'x-callback': `https://user:${secret('callback')}@x.test/?token=${secret('callback-token')}`,
    },
  }

  // The sign-in.
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const fields = {
    grant_type: 'authorization_code',
    client_id: 'x',
    CLIENT_SECRET: secret('CLIENT_SECRET'),
    client_secret: secret('client_secret'),
  }
  yield { line: 'POST /oauth2/token', headers: form, raw: new URLSearchParams({ ...fields, code: secret('code') }).toString() }
  yield { line: 'POST /oauth2/token', raw: JSON.stringify({ client_secret: secret('json-client') }) }
  yield { line: 'GET /oauth2/metadata', headers: { authorization: `OAuth ${secret('oauth')}` } }
}

/** A process of `maildouble serve`, and raw calls that `fetch` cannot make. */
async function served(args: readonly string[]) {
  const process = await serveProcess(args)
  processes.push(process)
  const [first] = await process.printed(/^.*(?:\n|API key +\S+\n[^]*clock\/advance\n)/)
  const isJson = first.startsWith('{')
  const greeting = isJson ? JSON.parse(first) : undefined
  const [, shownUrl = '', shownKey = ''] = isJson ? [] : await process.printed(/API +(http:\S+)\/3\.0\n +API key +(\S+)/)
  const [url, key]: string[] = greeting ? [greeting.url, greeting.api_key] : [shownUrl, shownKey]

  function send(line: string, headers: Record<string, string>, body?: string): Promise<string> {
    const [method = '', path = ''] = line.split(' ')
    const { hostname, port } = new URL(url ?? '')
    return new Promise((resolve, reject) => {
      let text = ''
      const call = request({ method, hostname, port, path, headers, agent: false }, (answer) => {
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        answer.on('end', () => resolve(text))
      })
      call.on('error', reject).end(body)
    })
  }
  const control = async (line: string, body?: object): Promise<Body> => {
    const text = await send(
      `${line.replace(' ', ' /_control')}`,
      { 'content-type': 'application/json' },
      body && JSON.stringify(body),
    )
    return text === '' ? undefined : JSON.parse(text)
  }
  return { process, url: url ?? '', key: key ?? '', send, control }
}

/** The events of a stream so far, as text. */
async function follow(url: string) {
  const ending = new AbortController()
  const { body } = await fetch(`${url}/_control/stream`, { signal: ending.signal })
  let text = ''
  const read = (async () => {
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece
  })().catch(() => {})
  return {
    text: () => text,
    end: async () => {
      ending.abort()
      await read
    },
  }
}

const SETTINGS = { webhooks: { validation: 'off', mode: 'record', signing: 'on' }, credentials: 'any' }

/** Makes all calls, and lets the world send its webhooks and run its batch. */
async function session({ send, control, key }: Awaited<ReturnType<typeof served>>): Promise<void> {
  await control('PATCH /settings', SETTINGS)
  for (const { line, body, raw, headers } of calls(LIST))
    await send(
      line,
      { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    )
  const match = { headers: { 'x-api-key': secret('fault-header') }, query: { token: secret('fault-query') } }
  await control('POST /faults', { match, effect: { problem: { preset: 'ComplianceRelated' } } })
  await control('POST /triggers', { trigger: 'member.subscribe', list_id: LIST, email_address: 'zoe@acme.test' })
  const payload = { apikey: secret('emitted'), url: `https://user:${secret('emitted-url')}@x.test` }
  await control('POST /triggers', { trigger: 'event.emit', event: 'subscribe', list_id: LIST, payload })
  await control('POST /clock/advance', { by: 'PT10M' })
}

describe('after a session with secrets in every place', () => {
  test('no secret appears in journal, HAR, bundle, stream, evidence or log, and the bundle replays without a difference', async () => {
    made.length = 0
    const server = await served(['--scenario', 'starter', '--clock', 'frozen', '--log', 'json', '--seed', 's'])
    const stream = await follow(server.url)
    await session(server)
    await server.send('GET /3.0/the-last', { authorization: `Bearer ${server.key}` })
    await expect.poll(stream.text, { timeout: 120_000 }).toContain('/3.0/the-last')
    await server.process.printed(/the-last/)

    const journal = await server.control('GET /requests?limit=1000')
    const har = await server.control('GET /requests.har')
    const bundle = await server.control('GET /bundle')
    await server.control('POST /snapshots', { name: 'now' })
    const late = await server.control('GET /bundle?from=now')
    const { rows } = await server.control('GET /state/webhooks')
    const why = await Promise.all(rows.map(({ id }: Body) => server.control(`GET /why?entity=webhook&id=${id}`)))
    const { artifacts, journal: lines } = await readEvidence(await connect({ url: server.url }).worlds.get('default'))
    const evidence = [artifacts, tellJournals([lines])]
    const texts = {
      journal,
      har,
      bundle,
      late,
      why,
      evidence,
      stream: stream.text(),
      log: server.process.out() + server.process.err(),
    }
    await stream.end()

    expect(made.length).toBeGreaterThan(50)
    for (const [name, kept] of Object.entries(texts)) {
      const text = typeof kept === 'string' ? kept : JSON.stringify(kept)
      expect(
        made.filter((each) => text.includes(each)),
        name,
      ).toEqual([])
      for (const each of made) expect(text.includes(btoa(`any:${each}`)) || text.includes(btoa(`user:${each}`)), name).toBe(false)
    }
    // The world itself stores the request unchanged.
    expect(JSON.stringify(await server.control('GET /state/webhooks'))).toContain(made[0])

    // As the default world of another server, and as another world of this one.
    for (const [target, id] of [
      [await served(['--log', 'json']), 'elsewhere'],
      [server, 'beside'],
    ] as const) {
      const { replay } = await target.control('POST /worlds', { id, bundle })
      expect(replay.differences).toEqual([])
      expect(replay.steps).toBe(bundle.steps.length)
      const again = await target.control(`GET /worlds/${id}/bundle`)
      expect(made.filter((each) => JSON.stringify(again).includes(each))).toEqual([])
      const second = await target.control('POST /worlds', { id: `${id}-again`, bundle: again })
      expect(second.replay.differences).toEqual([])
    }
    const { replay } = await server.control('POST /worlds', { id: 'later', bundle: late })
    expect(replay.differences).toEqual([])
  })

  test('no secret appears in the human-readable log', async () => {
    made.length = 0
    const server = await served(['--scenario', 'starter', '--clock', 'frozen'])
    await session(server)
    await server.send('GET /3.0/the-last', { authorization: `Bearer ${server.key}` })
    await server.process.printed(/the-last/)
    const log = server.process.out() + server.process.err()
    expect(made.filter((each) => log.includes(each))).toEqual([])
    expect(log).toContain('{{external}}')
  })
})
