// The parts of a call, by the source files that do them.

/** Native code that no function called, such as waiting for sockets. */
const NATIVE = 'native code of Node'
const SOCKETS = 'sockets and HTTP (Node, Hono)'
const GARBAGE = 'garbage collection'
/** The system call that hands an answer to the socket. No server can do without it. */
const WRITING = 'writing to the socket (system call)'
const WRITING_FUNCTIONS = new Set(['writev', 'writeUtf8String', 'writeLatin1String', 'writeBuffer'])

/**
 * The parts, about in the order in which a call passes through them. A file belongs to the part with the longest matching start of
 * its path, so that a new file is counted with its folder. Node, packages, `src/support/` and other files count for the function that
 * called them.
 * @type {Record<string, readonly string[]>}
 */
const PARTS = {
  [NATIVE]: [],
  [SOCKETS]: [],
  'arrival, routing, key, limits': ['src/server/', 'src/http/', 'src/contract/route', 'src/runtime/worlds', 'src/faults/'],
  body: ['src/http/body', 'src/http/content-encoding', 'src/calls/json'],
  validation: ['src/contract/', 'src/calls/checks', 'src/calls/violations'],
  'transaction: operation': ['src/calls/', 'src/resources/members/', 'src/conditions/'],
  'transaction: other resources': ['src/resources/', 'src/triggers/'],
  'transaction: rows and indexes': ['src/world/'],
  'commit, scheduler, webhooks': ['src/runtime/', 'src/outbound/', 'src/persistence/'],
  rendering: ['src/resources/members/view', 'src/resources/links', 'src/resources/rendered', 'src/calls/fields'],
  'journal, recording, coverage': ['src/journal/', 'src/recording/', 'src/coverage/'],
  answer: ['src/http/answer', 'src/http/response', 'src/http/wire/'],
  [WRITING]: [],
  [GARBAGE]: [],
}

const PREFIXES = Object.entries(PARTS)
  .flatMap(([part, files]) => files.map((file) => ({ part, file })))
  .toSorted((a, b) => b.file.length - a.file.length)

/** @typedef {{ part: string, us: number, functions: string[] }} Part its time in microseconds, and its heaviest functions first */

/** The time of each part in some samples. @param {readonly import('./cpu-profile.mjs').Sample[]} samples @returns {Part[]} */
export function partsOf(samples) {
  /** @type {Map<string, Map<string, number>>} Microseconds by part and function. */
  const parts = new Map(Object.keys(PARTS).map((part) => [part, new Map()]))
  for (const { us, stack } of samples) {
    const found = partOf(stack)
    const functions = found && parts.get(found.part)
    functions?.set(found?.name ?? '', (functions.get(found?.name ?? '') ?? 0) + us)
  }
  return [...parts].map(([part, functions]) => {
    const heaviest = [...functions].toSorted(([, a], [, b]) => b - a)
    return { part, us: heaviest.reduce((sum, [, us]) => sum + us, 0), functions: heaviest.map(([name]) => name) }
  })
}

/**
 * The part that was running, and the function of it; undefined while the process was idle.
 * @param {import('./cpu-profile.mjs').Sample['stack']} stack
 */
function partOf(stack) {
  const name = stack[0]?.name ?? ''
  if (name === '(idle)') return undefined
  if (name === '(garbage collector)') return { part: GARBAGE, name }
  if (name === '(program)') return { part: NATIVE, name }
  if (!stack[0]?.file && WRITING_FUNCTIONS.has(name)) return { part: WRITING, name }
  for (const frame of stack) {
    const part = PREFIXES.find(({ file }) => frame.file?.startsWith(file))?.part
    if (part) return { part, name: frame.name }
  }
  return { part: SOCKETS, name }
}
