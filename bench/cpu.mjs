// How much of a core processes take, as the system counts it.
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/** The CPU time that processes have taken so far, in milliseconds. @param {readonly number[]} pids */
export function cpuMs(pids) {
  return pids.reduce(
    (sum, pid) =>
      sum +
      (fieldsOf(pid)
        .slice(11, 13)
        .reduce((all, ticks) => all + Number(ticks), 0) *
        1_000) /
        TICKS_A_SECOND,
    0,
  )
}

/** The processes that one has started and that still run. @param {number} parent */
export function childrenOf(parent) {
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  return pids.filter((pid) => Number(fieldsOf(pid)[1]) === parent)
}

/** What stands behind the name, which may hold anything. @param {number} pid */
function fieldsOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
