// The parts of what is profiled, by the source files and the functions of Node that belong to them.

/** Native code that no function called, such as waiting for sockets. */
const NATIVE = 'native code of Node'
const GARBAGE = 'garbage collection'

/**
 * A part: its source files by the start of their path, or modules of Node by the start of their URL, and functions of Node by name.
 * @typedef {{ files?: readonly string[], functions?: readonly string[] }} Members
 */
/**
 * The parts of something, about in their order. A file belongs to the part with the longest matching start of its path, so that a new
 * file is counted with its folder. A function that belongs to no part counts for the one that called it, and for `rest` if none of its
 * callers belongs to one.
 * @typedef {{ parts: Readonly<Record<string, Members>>, rest: string }} Division
 */
/** @typedef {{ part: string, amount: number, functions: string[] }} Part what it took, and its heaviest functions first */

/** @type {Record<string, Members>} */
const STEPS = {
  'arrival, routing, key, limits': {
    files: [
      'src/kit/double/',
      'src/server/http/',
      'src/kernel/contract/route',
      'src/server/runtime/worlds',
      'src/service/faults/',
    ],
  },
  'JSON of the body and of the answer': {
    files: ['src/server/http/body', 'src/kernel/support/content-encoding', 'src/service/calls/json'],
  },
  validation: { files: ['src/kernel/contract/', 'src/service/calls/checks'] },
  'transaction: operation': {
    files: [
      'src/service/calls/',
      'src/service/resources/members/',
      'src/service/rules/members/',
      'src/service/resources/search/',
      'src/service/conditions/',
    ],
  },
  'transaction: other resources': {
    files: ['src/service/resources/', 'src/service/rules/', 'src/service/model/', 'src/service/triggers/'],
  },
  'transaction: rows and indexes': { files: ['src/kernel/world/'] },
  'commit, scheduler, webhooks': { files: ['src/server/runtime/', 'src/server/outbound/', 'src/server/persistence/'] },
  rendering: {
    files: ['src/service/rules/members/view', 'src/service/rules/answers/'],
  },
  'journal, recording, coverage': {
    files: ['src/server/log/', 'src/server/metrics/'],
  },
  answer: {
    files: ['src/server/http/answer', 'src/server/http/response', 'src/server/http/wire/', 'src/server/http/large-answers'],
  },
}

/** A call over a socket. No server can do without the system call that hands an answer to the socket. @type {Division} */
export const CALL = {
  rest: 'sockets and HTTP (Node, Hono)',
  parts: {
    ...STEPS,
    'writing to the socket (system call)': { functions: ['writev', 'writeUtf8String', 'writeLatin1String', 'writeBuffer'] },
  },
}

/** A call in the process of its caller. @type {Division} */
export const CALL_IN_PROCESS = {
  rest: 'other code',
  parts: {
    '`Request`, `Response`, `fetch` (Node)': {
      files: ['node:internal/deps/undici', 'node:internal/webstreams', 'src/kit/double/in-process'],
    },
    ...STEPS,
  },
}

/** Tests with the fixtures for Vitest, or with MSW. @type {Division} */
export const SUITE = {
  rest: 'other code of Node',
  parts: {
    Vitest: { files: ['node_modules/vitest', 'node_modules/@vitest', 'node_modules/vite', 'node_modules/tiny'] },
    MSW: { files: ['node_modules/msw', 'node_modules/@mswjs', 'node_modules/rettime', 'node_modules/@open-draft'] },
    'the tests, fixtures, client': { files: ['bench/', 'src/kit/testing/', 'src/kit/client/'] },
    '`Request`, `Response`, `fetch` (Node)': {
      files: ['node:internal/deps/undici', 'node:internal/webstreams', 'src/kit/double/in-process'],
    },
    'sockets and HTTP (Node, Hono)': {
      files: ['node:http', 'node:_http', 'node:net', 'node:internal/stream_base', 'node_modules/hono', 'node_modules/@hono'],
    },
    'loading and compiling modules': {
      files: ['node:internal/modules/'],
      functions: ['compileSourceTextModule', 'compileForInternalLoader'],
    },
    'control API': { files: ['src/server/control/', 'src/server/runtime/worlds', 'src/service/scenarios/'] },
    'calls of the service': { files: ['src/'] },
  },
}

/** The start of a server until it has answered its first call. @type {Division} */
export const START = {
  rest: 'the rest of Node',
  parts: {
    'compiling modules': { functions: ['compileSourceTextModule', 'compileFunctionForCJSLoader'] },
    'finding and reading modules': {
      files: ['node:internal/modules/', 'node:internal/fs/', 'node:fs', 'node:internal/url', 'node:path'],
    },
    'modules of Node': { functions: ['compileForInternalLoader', 'requireBuiltin', 'getBuiltinModule'] },
    'command line': { files: ['src/kit/cli/', 'node_modules/commander'] },
    'planting `starter`': {
      files: [
        'src/service/scenarios/',
        'src/kernel/world/',
        'src/service/model/',
        'src/service/rules/',
        'src/service/resources/',
        'src/server/runtime/',
        'src/service/conditions/',
      ],
    },
    'listening, the first call': {
      files: [
        'src/kit/double/',
        'src/server/http/',
        'src/service/calls/',
        'src/server/log/',
        'node_modules/hono',
        'node_modules/@hono',
        'node:http',
        'node:net',
        'node:_http',
      ],
    },
    'other initialisation of modules': { files: ['src/', '.cache/', 'bench/'] },
  },
}

/** An advance of the clock with many jobs. @type {Division} */
export const ADVANCE = {
  rest: 'other code',
  parts: {
    'emails: composing and sending': {
      files: ['src/service/rules/automations/', 'src/service/rules/campaigns/', 'src/service/rules/mailings/'],
    },
    'steps of a timeline: what people do': { files: ['src/service/triggers/'] },
    'batches: operations and results': { files: ['src/service/calls/', 'src/service/rules/batches/', 'src/server/log/'] },
    'other rules and tables': { files: ['src/service/'] },
    'rows and indexes': { files: ['src/kernel/world/', 'src/kernel/support/ordered-set', 'src/kernel/support/sorted-rows'] },
    'jobs: next, begin, commit': { files: ['src/server/runtime/'] },
  },
}

/** Planting a list of a million members. @type {Division} */
export const PLANTING = {
  rest: 'start of the process',
  parts: {
    'MD5 of the addresses': { files: ['src/kernel/support/digest'] },
    'index of the addresses': { files: ['src/kernel/support/sorted-rows', 'src/kernel/support/ordered-set'] },
    'ids, random numbers': { files: ['src/service/scenarios/generate/chance', 'src/kernel/support/random'] },
    'people, addresses, dates': { files: ['src/service/scenarios/generate/'] },
    'rows of members': { files: ['src/service/model/', 'src/service/rules/'] },
    'transaction, other scenario code': { files: ['src/kernel/world/', 'src/service/scenarios/'] },
  },
}

/** What allocated the objects of a process. @type {Division} */
export const MEMORY = {
  rest: 'Node',
  parts: {
    'code, by loading modules': {
      files: ['node:internal/modules/', 'node_modules/'],
      functions: ['compileSourceTextModule', 'compileForInternalLoader', 'requireBuiltin'],
    },
    '`Request`, `Response`, streams (Node)': {
      files: [
        'node:internal/deps/undici',
        'node:internal/webstreams',
        'node:internal/abort_controller',
        'node:internal/event_target',
      ],
    },
    'the benchmark': { files: ['bench/'] },
    'rows, trees, changes': {
      files: [
        'src/kernel/world/',
        'src/kernel/support/ordered-set',
        'src/kernel/support/sorted-rows',
        'src/service/model/',
        'src/service/rules/',
        'src/service/resources/',
        'src/service/conditions/',
        'src/service/triggers/',
      ],
    },
    'records as text': {
      files: [
        'src/service/rules/answers/rendered',
        'src/service/rules/answers/links',
        'src/service/rules/members/view',
        'src/service/calls/json',
      ],
    },
    'journal, recording': { files: ['src/server/log/', 'src/service/calls/batch', 'src/service/resources/batches/'] },
    'worlds, scenarios, control API': { files: ['src/server/runtime/', 'src/service/scenarios/', 'src/server/control/'] },
    'other code of calls': { files: ['src/'] },
  },
}

/** What each part took in some samples. @param {Division} division @param {readonly import('./samples.mjs').Sample[]} samples @returns {Part[]} */
export function partsOf(division, samples) {
  const find = finder(division)
  /** @type {Map<string, Map<string, number>>} Amounts by part and function. */
  const parts = new Map([NATIVE, division.rest, ...Object.keys(division.parts), GARBAGE].map((part) => [part, new Map()]))
  for (const { amount, stack } of samples) {
    const found = find(stack)
    const functions = found && parts.get(found.part)
    functions?.set(found?.name ?? '', (functions.get(found?.name ?? '') ?? 0) + amount)
  }
  return [...parts].map(([part, functions]) => {
    const heaviest = [...functions].toSorted(([, a], [, b]) => b - a)
    return { part, amount: heaviest.reduce((sum, [, each]) => sum + each, 0), functions: heaviest.map(([name]) => name) }
  })
}

/**
 * A function that tells which part was running, and the function of it; `undefined` while the process was idle or stopping.
 * @param {Division} division
 */
function finder({ parts, rest }) {
  const entries = Object.entries(parts)
  const prefixes = entries
    .flatMap(([part, { files = [] }]) => files.map((file) => ({ part, file })))
    .toSorted((a, b) => b.file.length - a.file.length)
  const functions = new Map(entries.flatMap(([part, { functions: names = [] }]) => names.map((name) => [name, part])))
  const isOfNode = (/** @type {string | undefined} */ file) => file === undefined || file.startsWith('node:')
  return (/** @type {import('./samples.mjs').Sample['stack']} */ stack) => {
    const name = stack[0]?.name ?? ''
    if (name === '(idle)' || stack.some(({ file }) => file === 'src/kit/cli/signals.ts')) return undefined
    if (name === '(garbage collector)') return { part: GARBAGE, name }
    if (name === '(program)') return { part: NATIVE, name }
    for (const frame of stack) {
      const byName = isOfNode(frame.file) ? functions.get(frame.name) : undefined
      const part = byName ?? prefixes.find(({ file }) => frame.file?.startsWith(file))?.part
      if (part) return { part, name: isOfNode(frame.file) ? name : frame.name }
    }
    return { part: rest, name }
  }
}
