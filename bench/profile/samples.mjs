// Reads CPU profiles and heap profiles of Node, with the source file of each function.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { basename, dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = resolve(import.meta.dirname, '../..')
const PACKAGES = 'node_modules/'

/**
 * A function on the stack. `file` is its source file, relative to the root of the project, a path from `node_modules/`, or the URL of a
 * module of Node; undefined for functions without one.
 * @typedef {{ name: string, file: string | undefined }} Frame
 */
/**
 * What one stack took, in microseconds or in bytes, and the functions from the running one outwards.
 * @typedef {{ amount: number, stack: readonly Frame[] }} Sample
 */
/** @typedef {import('node:inspector').Runtime.CallFrame} CallFrame */

/**
 * The distinct stacks in a part of a CPU profile, each with the microseconds it was sampled for.
 * @param {string} path
 * @param {{ firstMs?: number, lastMs?: number }} [part] only the first, or only the last milliseconds; by default all
 * @returns {Sample[]}
 */
export function readCpuProfile(path, { firstMs = Number.POSITIVE_INFINITY, lastMs = Number.POSITIVE_INFINITY } = {}) {
  /** @type {import('node:inspector').Profiler.Profile} */
  const { nodes, samples = [], timeDeltas = [], startTime, endTime } = JSON.parse(readFileSync(path, 'utf8'))
  /** @type {Map<number, number>} Microseconds by node. */
  const times = new Map()
  let now = startTime
  for (const [i, delta] of timeDeltas.entries()) {
    // A delta is the time since the previous sample; what was sampled then ran during it.
    const id = samples[i - 1]
    now += delta
    if (id === undefined || now <= endTime - lastMs * 1_000 || now > startTime + firstMs * 1_000) continue
    times.set(id, (times.get(id) ?? 0) + delta)
  }
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const frameOf = sourceFrames()
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, frameOf(callFrame)]))
  return [...times].map(([id, amount]) => {
    const stack = []
    for (let at = /** @type {number | undefined} */ (id); at !== undefined; at = parents.get(at)) {
      const frame = frames.get(at)
      if (frame) stack.push(frame)
    }
    return { amount, stack }
  })
}

/** The stacks that allocated what is alive at the end of a heap profile, with its bytes. @param {string} path @returns {Sample[]} */
export function readHeapProfile(path) {
  /** @type {import('node:inspector').HeapProfiler.SamplingHeapProfile} */
  const { head } = JSON.parse(readFileSync(path, 'utf8'))
  const frameOf = sourceFrames()
  /** @type {Sample[]} */
  const found = []
  /** @param {typeof head} node @param {readonly Frame[]} callers */
  const visit = ({ callFrame, selfSize, children }, callers) => {
    const stack = [frameOf(callFrame), ...callers]
    if (selfSize > 0) found.push({ amount: selfSize, stack })
    for (const child of children) visit(child, stack)
  }
  visit(head, [])
  return found
}

/** A function that finds the source of a function in a bundle by the bundle's source map. */
function sourceFrames() {
  /** @type {Map<string, SourceMap | undefined>} */
  const maps = new Map()
  return (/** @type {CallFrame} */ { functionName, url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:')) return { name: functionName || '(anonymous)', file: url.startsWith('node:') ? url : undefined }
    const path = fileURLToPath(url)
    if (!maps.has(path)) maps.set(path, mapOf(path))
    const entry = maps.get(path)?.findEntry(lineNumber, columnNumber)
    const source = entry && 'originalSource' in entry && entry.originalSource
    const file = pathOf(source ? resolve(dirname(path), source) : path)
    // The bundler appends numbers to equal names.
    return { name: functionName.replace(/\$\d+$/, '') || `a function of ${basename(file)}`, file }
  }
}

/** @param {string} path */
function pathOf(path) {
  const at = path.lastIndexOf(PACKAGES)
  return at === -1 ? relative(ROOT, path) : path.slice(at)
}

/** @param {string} path */
function mapOf(path) {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
