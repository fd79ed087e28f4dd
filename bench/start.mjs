// A server after its start: the time until it answers, and its memory while it is idle.
import { inTurns } from './measure.mjs'
import { residentMb, startBare, startDouble } from './server.mjs'
import { ms, slower } from './table.mjs'

const MB_MAX = 85
/** Time until the memory of a new process no longer changes. */
const SETTLE_MS = 1_000

/** @param {number} rounds @returns {Promise<import('./table.mjs').Figure[]>} */
export async function start(rounds) {
  const ready = await inTurns(
    rounds,
    readyMs(() => startDouble([])),
    readyMs(() => startBare()),
  )
  const double = await startDouble([])
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const idle = residentMb(double.pid)
  await double.stop()
  return [
    slower('process start to first answer', ready, ms, 1.2),
    {
      what: 'resident memory, idle with starter',
      ours: `${idle.toFixed(0)} MB`,
      target: `< ${MB_MAX} MB`,
      holds: idle < MB_MAX,
    },
  ]
}

/** @param {() => Promise<import('./server.mjs').Server>} begin */
function readyMs(begin) {
  return async () => {
    const server = await begin()
    await server.stop()
    return server.readyMs
  }
}
