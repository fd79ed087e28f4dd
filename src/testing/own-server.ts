import { MaildoubleError } from '../client/index.ts'
import type { RunningServer } from '../server/start.ts'
import { variable } from './environment.ts'

/**
 * Starts a server for tests. Its world `default` is empty, and keys that none of its worlds gave out are refused: a test that forgets to
 * hand over the key of its world does not share an account with others.
 */
export async function startOwnServer(): Promise<RunningServer> {
  const scenarioDir = variable('MAILDOUBLE_SCENARIO_DIR')
  const allowEgress = variable('MAILDOUBLE_ALLOW_EGRESS')?.split(',')
  // Suites that have a server already do not wait for the code of one.
  const { startServer } = await import('../server/start.ts')
  try {
    return await startServer({
      scenario: 'empty',
      settings: { credentials: 'known' },
      ...(scenarioDir === undefined ? {} : { scenarioDir }),
      ...(allowEgress === undefined ? {} : { allowEgress }),
    })
  } catch (error) {
    const given = [
      scenarioDir === undefined ? '' : ` (MAILDOUBLE_SCENARIO_DIR=${scenarioDir})`,
      allowEgress === undefined ? '' : ` (MAILDOUBLE_ALLOW_EGRESS=${allowEgress.join()})`,
    ]
    const why = error instanceof Error ? error.message : String(error)
    throw new MaildoubleError(`No maildouble could be started for the tests${given.join('')}: ${why}`)
  }
}

let held: { readonly server: Promise<RunningServer>; holders: number } | undefined

/** A server of this process that is shared by all that hold it, and stops when the last of them lets go. */
export async function holdOwnServer(): Promise<{ readonly server: RunningServer; readonly release: () => Promise<void> }> {
  const mine = (held ??= { server: startOwnServer(), holders: 0 })
  mine.holders++
  const release = async (): Promise<void> => {
    if (--mine.holders > 0) return
    if (held === mine) held = undefined
    await (await mine.server).stop()
  }
  try {
    return { server: await mine.server, release }
  } catch (error) {
    // The next one tries again.
    if (held === mine) held = undefined
    throw error
  }
}
