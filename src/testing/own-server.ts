import { MaildoubleError } from '../client/index.ts'
import type { RunningServer } from '../server/start.ts'
import { environmentVariable } from './environment.ts'

/**
 * Starts a server for tests. Its world `default` is empty, and unknown keys are refused, so that a test that forgets to pass on the
 * key of its world doesn't share an account with other tests.
 */
export async function startOwnServer(): Promise<RunningServer> {
  const scenarioDir = environmentVariable('MAILDOUBLE_SCENARIO_DIR')
  const allowEgress = environmentVariable('MAILDOUBLE_ALLOW_EGRESS')?.split(',')
  // Imported on first use: suites with a server of their own don't need it.
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

let shared: { readonly server: Promise<RunningServer>; holders: number } | undefined

/** A server of this process shared by all holders. It stops when the last one releases it. */
export async function shareOwnServer(): Promise<{ readonly server: RunningServer; readonly release: () => Promise<void> }> {
  const mine = (shared ??= { server: startOwnServer(), holders: 0 })
  mine.holders++
  const release = async (): Promise<void> => {
    if (--mine.holders > 0) return
    if (shared === mine) shared = undefined
    await (await mine.server).stop()
  }
  try {
    return { server: await mine.server, release }
  } catch (error) {
    // The next holder tries again.
    if (shared === mine) shared = undefined
    throw error
  }
}
