// The CPU use of processes, as counted by the system.
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/** The CPU time used by processes so far, in milliseconds. @param {readonly number[]} pids */
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

/** The CPU time that all threads of a running process have used so far, in milliseconds, exact enough for a start. @param {number} pid */
export function exactCpuMs(pid) {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
}

/** The CPU time that the ended descendants of this process have used so far, in milliseconds. */
export function endedCpuMs() {
  return (
    fieldsOf(process.pid)
      .slice(13, 15)
      .reduce((all, ticks) => all + Number(ticks), 0) *
    (1_000 / TICKS_A_SECOND)
  )
}

/** The fields after the process name, which may contain anything. @param {number} pid */
function fieldsOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Milliseconds of CPU time of the main thread of a process, to the microsecond. @param {number} pid */
export function mainThreadMs(pid) {
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}
