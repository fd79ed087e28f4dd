import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { jsonLog, createServerLog } from '../../src/kit/cli/serve/serve-log.ts'
import { Lines, paintFor, plainText } from '../../src/kit/cli/output.ts'
import { prettyLog } from '../../src/kit/cli/serve/pretty-log.ts'
import type { ServeOptions } from '../../src/kit/cli/serve/options.ts'
import type { CallEvent, DeliveryEvent, DoubleEvent } from '../../src/index.ts'

const TIME = '2026-01-15T09:00:00.123Z'
/** That time on the clock of this machine. */
const CLOCK = new Date(TIME).toTimeString().slice(0, 8)

const CALL: CallEvent = {
  type: 'call',
  time: TIME,
  world: 'default',
  world_by: 'key',
  request_id: '995c5cb0-3280-4a6e-808b-3b096d0bb219',
  via: 'http',
  method: 'GET',
  path: '/3.0/lists',
  query: '',
  operation: 'getLists',
  status: 200,
  duration_ms: 3,
  fault: null,
  faults: [],
  error: null,
  injected: false,
  defect: false,
}

const FAULTED = { fault: 1, faults: [{ id: 1, effect: 'problem' }], injected: true }

const DELIVERY: DeliveryEvent = {
  type: 'delivery',
  time: TIME,
  world: 'default',
  delivery: 1,
  event: 'subscribe',
  webhook_id: 'abc',
  list_id: 'aaaaaaaaaa',
  url: 'http://127.0.0.1:5000/hook',
  status: 'delivered',
  attempts: 1,
  answered: 200,
  duration_ms: 12,
  error: null,
}

/** An output that keeps the printed text. */
function outlet() {
  const printed: string[] = []
  const lines = new Lines({
    on: () => process.stdout,
    write: (text: unknown, done?: unknown) => {
      printed.push(String(text))
      if (typeof done === 'function') done()
      return true
    },
  })
  return { lines, text: () => (lines.flush(), printed.join('')), writes: printed }
}

function pretty(...events: DoubleEvent[]): string[] {
  const [out, err] = [outlet(), outlet()]
  const log = prettyLog(out.lines, err.lines, plainText)
  for (const event of events) log.event?.(event)
  return out.text().trimEnd().split('\n')
}

function json(tell: (log: ReturnType<typeof jsonLog>) => void): object[] {
  const out = outlet()
  tell(jsonLog(out.lines))
  return out
    .text()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
}

describe('pretty', () => {
  test('the pretty log prints one line per call in columns', () => {
    expect(
      pretty(
        CALL,
        { ...CALL, method: 'DELETE', path: '/3.0/lists/aaaaaaaaaa', operation: 'deleteList', status: 204, duration_ms: 112 },
        { ...CALL, method: 'OPTIONS', operation: null },
        { ...CALL, via: 'batch', duration_ms: 0 },
      ),
    ).toEqual([
      `${CLOCK} 200    3ms GET     /3.0/lists                      getLists`,
      `${CLOCK} 204  112ms DELETE  /3.0/lists/aaaaaaaaaa           deleteList`,
      `${CLOCK} 200    3ms OPTIONS /3.0/lists`,
      `${CLOCK} 200    0ms GET     /3.0/lists                      getLists, in a batch`,
    ])
  })

  test('the pretty log names a world other than the default, the faults that fired, X-Trigger-Error and a Defect', () => {
    expect(
      pretty(
        { ...CALL, world: 'world-1' },
        { ...CALL, world: 'world-1', world_by: 'header' },
        { ...CALL, status: null, faults: [{ id: 2, effect: 'reset' }], injected: true },
        { ...CALL, status: 429, error: 'TooManyRequests', injected: true, operation: null },
        { ...CALL, status: 500, defect: true },
      ),
    ).toEqual([
      `${CLOCK} 200    3ms GET     /3.0/lists                   getLists, world world-1`,
      `${CLOCK} 200    3ms GET     /3.0/lists         getLists, world world-1 by header`,
      `${CLOCK}   -    3ms GET     /3.0/lists                  getLists, fault 2: reset`,
      `${CLOCK} 429    3ms GET     /3.0/lists                 requested TooManyRequests`,
      `${CLOCK} 500    3ms GET     /3.0/lists                      getLists DEFECT`,
    ])
  })

  test('the pretty log fits into 80 columns by shortening only the query', () => {
    const path = '/3.0/lists/aaaaaaaaaa/members/0123456789abcdef0123456789abcdef'
    const query = 'fields=lists.id,lists.name,lists.stats&count=10'
    const [short, long, whole] = pretty(
      { ...CALL, query },
      { ...CALL, path, query, operation: 'getListMember' },
      { ...CALL, query: 'count=10' },
    )
    expect(short).toBe(`${CLOCK} 200    3ms GET     /3.0/lists?fields=lists.id,lists.name,list… getLists`)
    expect(short).toHaveLength(80)
    expect(long).toBe(`${CLOCK} 200    3ms GET     ${path}?… getListMember`)
    expect(whole).toBe(`${CLOCK} 200    3ms GET     /3.0/lists?count=10             getLists`)
  })

  test('the pretty log prints the results of webhook deliveries', () => {
    expect(
      pretty(
        DELIVERY,
        { ...DELIVERY, status: 'retrying', answered: null, attempts: 2, error: 'connect ECONNREFUSED', world: 'world-1' },
        { ...DELIVERY, status: 'recorded', answered: null, attempts: 0, duration_ms: null },
      ),
    ).toEqual([
      `${CLOCK} 200   12ms webhook http://127.0.0.1:5000/hook      subscribe, delivered`,
      `${CLOCK}   -   12ms webhook http://127.0.0.1:5000/hook subscribe, retrying, attempt 2, world world-1, connect ECONNREFUSED`,
      `${CLOCK}   -        webhook http://127.0.0.1:5000/hook      subscribe, recorded`,
    ])
  })

  test('the pretty log prints the example in docs/running.md', () => {
    const page = readFileSync('docs/running.md', 'utf8')
    const shown = [...page.matchAll(/^\d\d:\d\d:\d\d (.*)$/gm)].map(([, line]) => line)
    const printed = pretty(
      { ...CALL, query: 'count=10' },
      { ...CALL, method: 'POST', path: '/3.0/lists/aaaaaaaaaa/members', operation: 'addMember', status: 400, duration_ms: 2 },
      { ...CALL, method: 'POST', path: '/3.0/batches', operation: 'createBatch', status: 429, duration_ms: 0, ...FAULTED },
      DELIVERY,
    )
    expect(shown).toEqual(printed.map((line) => line.slice(CLOCK.length + 1)))
  })

  test('the pretty log prints the results of changed scenarios', () => {
    const reload = { type: 'reload', time: TIME, files: ['shop.yaml'], scenario: 'shop', renewed: true, errors: [] } as const
    expect(
      pretty(reload, { ...reload, renewed: false }, { ...reload, renewed: false, errors: ['shop.yaml:4: lists/0: no name'] }),
    ).toEqual([
      `${CLOCK} shop.yaml changed: the world default was reset to shop`,
      `${CLOCK} shop.yaml changed: the world default is unchanged`,
      `${CLOCK} shop.yaml changed: the world default is unchanged, an error:`,
      '         shop.yaml:4: lists/0: no name',
    ])
  })

  test('the pretty log prints Defects and notices to standard error', () => {
    const [out, err] = [outlet(), outlet()]
    prettyLog(out.lines, err.lines, plainText).message('DEFECT of maildouble')
    expect([out.text(), err.text()]).toEqual(['', expect.stringMatching(/^\d\d:\d\d:\d\d DEFECT of maildouble\n$/)])
  })

  test('the pretty log escapes terminal control characters', () => {
    expect(pretty({ ...CALL, path: '/3.0/\u001b[31m\u0007\u009b' })[0]).toContain(String.raw`/3.0/\u001b[31m\u0007\u009b `)
    expect(pretty({ ...CALL, path: '/3.0/\n\u2028\u202e\u2066' })).toEqual([
      expect.stringContaining(String.raw`/3.0/\n\u2028\u202e\u2066 `.replace('n', 'u000a')),
    ])
    const err = outlet()
    prettyLog(outlet().lines, err.lines, plainText).message('DEFECT: \u001b[2J\n    at work.ts')
    expect(err.text()).toContain('DEFECT: \\u001b[2J\n    at work.ts')
  })

  test('the pretty log is coloured only at a terminal that supports colours', () => {
    const [out, err] = [outlet(), outlet()]
    prettyLog(out.lines, err.lines, paintFor({ isTTY: true, hasColors: () => true })).event?.(CALL)
    expect(out.text()).toContain('\u001b[32m200\u001b[39m')
    expect(paintFor({ isTTY: true, hasColors: () => false })('red', 'text')).toBe('text')
    expect(paintFor({})('red', 'text')).toBe('text')
  })
})

describe('json', () => {
  test('the JSON log prints one object per line with a time, a level and a type', () => {
    const call = { ...CALL, level: 'info' }
    expect(json((log) => log.event?.(CALL))).toEqual([call])
    expect(json((log) => log.event?.({ ...CALL, defect: true }))).toMatchObject([{ level: 'error' }])
    expect(json((log) => log.event?.(DELIVERY))).toEqual([{ ...DELIVERY, level: 'info' }])
    expect(json((log) => log.event?.({ ...DELIVERY, status: 'failed' }))).toMatchObject([{ level: 'warn' }])
  })

  test('the JSON log contains no line separators within a line', () => {
    const out = outlet()
    jsonLog(out.lines).event?.({ ...CALL, path: '/3.0/\n\u2028\u2029\u0085\u009b' })
    expect(out.text()).toContain(String.raw`"path":"/3.0/\n\u2028\u2029\u0085\u009b"`)
    expect((JSON.parse(out.text()) as CallEvent).path).toBe('/3.0/\n\u2028\u2029\u0085\u009b')
  })

  test('the JSON log distinguishes Defects from notices', () => {
    const lines = json((log) => {
      log.message('DEFECT of maildouble:\n    at work.ts')
      log.message('The step 3 could not happen.')
      log.stopping('SIGTERM')
    })
    expect(lines).toMatchObject([
      { level: 'error', type: 'defect', message: 'DEFECT of maildouble:\n    at work.ts' },
      { level: 'warn', type: 'notice', message: 'The step 3 could not happen.' },
      { level: 'info', type: 'stopping', signal: 'SIGTERM' },
    ])
  })

  test('the JSON log has the URL and the key on the first line, and a token only if it was generated', () => {
    const served = { scenario: 'starter', clock: { mode: 'frozen', rate: 0 } }
    const server = { url: 'http://127.0.0.1:4030', apiKey: 'key-dc1', controlToken: 'token', ...served } as never
    const options = {} as ServeOptions
    const known = { type: 'listening', level: 'info', url: 'http://127.0.0.1:4030', api_key: 'key-dc1', scenario: 'starter' }
    const [made, given] = json((log) => {
      log.listening(server, options)
      log.listening(server, { ...options, controlToken: 'token' })
    })
    expect(made).toMatchObject({ ...known, control_token: 'token', version: expect.stringMatching(/^\d+\./) })
    expect(given).toMatchObject(known)
    expect(given).not.toHaveProperty('control_token')
  })
})

describe('lines', () => {
  test('log lines that follow each other are written together', () => {
    const { lines, text, writes } = outlet()
    lines.print('one')
    lines.print('two')
    expect(text()).toBe('one\ntwo\n')
    expect(writes).toHaveLength(1)
  })

  test('log lines for a slow reader are dropped instead of buffered, with a note at the gap', () => {
    const written: string[] = []
    const reads: (() => void)[] = []
    const write = (text: unknown, done?: unknown) => {
      written.push(String(text))
      return reads.push(done as () => void) < 0
    }
    const lines = new Lines({ on: () => process.stdout, write }, 14)
    lines.onDropped((count) => lines.print(`${count} left out`))
    const say = (...words: string[]) => (words.forEach((word) => lines.print(word)), lines.flush())
    say('one', 'two', 'three', 'four')
    say('five')
    reads.shift()?.()
    say('six')
    expect(written).toEqual(['one\ntwo\nthree\n', '2 left out\nsix\n'])
  })

  test('lines are made when they are written, in the order in which they were printed', () => {
    const { lines, text } = outlet()
    let made = 0
    lines.print(() => {
      made++
      return 'first'
    })
    lines.print('second')
    expect(made).toBe(0)
    expect(text()).toBe('first\nsecond\n')
  })

  test('at most a thousand lines wait to be made', () => {
    const { lines, writes } = outlet()
    for (let i = 1; i <= 1_500; i++) lines.print(() => String(i))
    expect(writes.map((text) => text.split('\n').length - 1)).toEqual([1_000])
    lines.flush()
    expect(writes.join('').trimEnd().split('\n')).toEqual(Array.from({ length: 1_500 }, (_, i) => String(i + 1)))
  })

  test('the note at a gap is written before the end as well', () => {
    const written: string[] = []
    const reads: (() => void)[] = []
    const write = (text: unknown, done?: unknown) => {
      written.push(String(text))
      return reads.push(done as () => void) < 0
    }
    const lines = new Lines({ on: () => process.stdout, write }, 4)
    lines.onDropped((count) => lines.print(`${count} left out`))
    lines.print('one')
    lines.print('two')
    let isOver = false
    lines.flush(() => (isOver = true))
    reads.shift()?.()
    expect([written, isOver]).toEqual([['one\n', '1 left out\n'], false])
    reads.shift()?.()
    expect(isOver).toBe(true)
  })

  test('log lines are no longer written after the reader has gone', () => {
    let broken = (): void => {}
    const written: unknown[] = []
    const lines = new Lines({
      on: (_: string, listener: () => void) => ((broken = listener), process.stdout),
      write: (text: unknown) => written.push(text) > 0,
    })
    broken()
    lines.print('one')
    let done = false
    lines.flush(() => (done = true))
    expect([written, done]).toEqual([[], true])
  })
})

test('the silent log subscribes to no events', () => {
  expect(createServerLog('silent', process.stdout, process.stderr).event).toBeUndefined()
})
