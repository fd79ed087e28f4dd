// Reads CPU profiles of Node, with the source file of each function.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { basename, dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * A function on the stack. `file` is its source file, relative to the root of the project; undefined for functions of Node.
 * @typedef {{ name: string, file: string | undefined }} Frame
 */
/** @typedef {{ us: number, stack: readonly Frame[] }} Sample time in microseconds, and the functions from the running one outwards */

/**
 * The distinct stacks at the end of a profile, each with the time it was sampled for.
 * @param {string} path @param {number} lastMs what is older than this at the end is left out @returns {Sample[]}
 */
export function readCpuProfile(path, lastMs) {
  /** @type {import('node:inspector').Profiler.Profile} */
  const { nodes, samples = [], timeDeltas = [], startTime, endTime } = JSON.parse(readFileSync(path, 'utf8'))
  /** @type {Map<number, number>} Microseconds by node. */
  const times = new Map()
  let now = startTime
  for (const [i, delta] of timeDeltas.entries()) {
    // A delta is the time since the previous sample; what was sampled then ran during it.
    const id = samples[i - 1]
    now += delta
    if (id !== undefined && now > endTime - lastMs * 1_000) times.set(id, (times.get(id) ?? 0) + delta)
  }
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const frameOf = sourceFrames()
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, frameOf(callFrame)]))
  return [...times].map(([id, us]) => {
    const stack = []
    for (let at = /** @type {number | undefined} */ (id); at !== undefined; at = parents.get(at)) {
      const frame = frames.get(at)
      if (frame) stack.push(frame)
    }
    return { us, stack }
  })
}

/** A function that finds the source of a function in a bundle by the bundle's source map. */
function sourceFrames() {
  /** @type {Map<string, SourceMap | undefined>} */
  const maps = new Map()
  return (/** @type {import('node:inspector').Runtime.CallFrame} */ { functionName, url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return { name: functionName || '(anonymous)', file: undefined }
    const path = fileURLToPath(url)
    if (!maps.has(path)) maps.set(path, mapOf(path))
    const entry = maps.get(path)?.findEntry(lineNumber, columnNumber)
    const source = entry && 'originalSource' in entry && entry.originalSource
    const file = relative(ROOT, source ? resolve(dirname(path), source) : path)
    // The bundler appends numbers to equal names.
    return { name: functionName.replace(/\$\d+$/, '') || `a function of ${basename(file)}`, file }
  }
}

/** @param {string} path */
function mapOf(path) {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
