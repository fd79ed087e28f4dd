// Calculates the numbers for 10,000 worlds and 100,000 requests a second in docs/scale.md from measurements.
import { grid } from './table.mjs'

const [WORLDS, REQUESTS, WRITES, MEMBERS] = [10_000, 100_000, 10_000, 1_000]
/** The memory of a process at its start, and of a world in it: docs/internals/speed.md. */
const [PROCESS_MB, WORLD_MB] = [60, 0.4]
/** Maximum utilization of every component. */
const BUSY = 0.5

/**
 * @typedef {object} Measured
 * @property {number} p requests a second of one process, nine in ten reading
 * @property {number[]} behind the same for one, two and three processes behind HAProxy
 * @property {number} n requests a second that one core of HAProxy passes on
 * @property {number} v version queries a second that Valkey answers
 * @property {number} w commits a second that it writes
 * @property {number} b bytes of a request and its response
 * @property {number} aWorld bytes of a world in Valkey
 * @property {number} aMember bytes of a changed member there
 * @property {number} aCommit bytes of a commit in its append-only file
 */

/** The rows of the table, with the names in docs/scale.md. @param {Measured} measured */
export function arithmetic({ p, behind, n, v, w, b, aWorld, aMember, aCommit }) {
  const processes = Math.ceil(REQUESTS / (p * BUSY))
  const worldsEach = Math.ceil(WORLDS / processes)
  const valkeyLoad = REQUESTS / v + WRITES / w
  const groups = Math.max(1, Math.ceil(valkeyLoad / BUSY))
  const lines = {
    p: round(p),
    'p1-p2-p3': behind.map(round).join(', '),
    n: round(n),
    v: round(v),
    w: round(w),
    b: round(b),
    processes: String(processes),
    'worlds-each': String(worldsEach),
    'memory-each': `${(WORLD_MB * worldsEach + PROCESS_MB).toFixed(0)} MB`,
    'haproxy-cores': (REQUESTS / (n * BUSY)).toFixed(1),
    network: `${((2 * REQUESTS * b * 8) / 1e9).toFixed(1)} Gbit/s`,
    'valkey-load': valkeyLoad.toFixed(2),
    groups: String(groups),
    'processes-per-group': String(Math.ceil(processes / groups)),
    'valkey-bytes-per-world': round(aWorld),
    'valkey-bytes-per-changed-member': round(aMember),
    'valkey-memory': `${((WORLDS * (aWorld + MEMBERS * aMember)) / 1e9).toFixed(1)} GB`,
    'bytes-per-commit': round(aCommit),
  }
  return grid([['docs/scale.md', ''], ...Object.entries(lines)])
}

/** Two significant digits: measurements on one machine are no more precise. @param {number} value */
function round(value) {
  return Number(value.toPrecision(2)).toLocaleString('en')
}
