import { Maildouble } from '../client/connect.ts'
import { MaildoubleError } from '../client/errors.ts'
import { bypassFakeTimers } from '../client/platform.ts'
import { keepCompiledCode } from '../double/compiled-code.ts'
import type { RunningServer } from '../double/start.ts'
import { environmentVariable } from './environment.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

/** A server that was started for tests. */
export interface OwnServer {
  readonly server: RunningServer
  /**
   * A client that calls the control API without the socket: 0.07 ms of CPU time a call instead of 0.4 (2026-11-30). Calls of the service go over the
   * socket, like those of the application.
   */
  readonly maildouble: Maildouble
}

/**
 * Starts a server for tests. Its world `default` is empty, and unknown keys are refused, so that a test that forgets to pass on the
 * key of its world doesn't share an account with other tests.
 */
export async function startOwnServer(): Promise<OwnServer> {
  const scenarioDir = environmentVariable('MAILDOUBLE_SCENARIO_DIR')
  const allowEgress = environmentVariable('MAILDOUBLE_ALLOW_EGRESS')?.split(',')
  // Each file of a suite usually has its own process. Coverage of functions whose compiled code was kept is less precise.
  if (environmentVariable('NODE_V8_COVERAGE') === undefined) keepCompiledCode()
  // Imported on first use: suites with a server of their own don't need it.
  const { startReachable } = await import('../double/start.ts')
  try {
    const { server, fetch } = await startReachable({
      scenario: 'empty',
      settings: { credentials: 'known' },
      ...(scenarioDir === undefined ? {} : { scenarioDir }),
      ...(allowEgress === undefined ? {} : { allowEgress }),
    })
    const controlFetch: typeof fetch = (input, init) => {
      // The application's calls need it even if the test itself makes none over the socket.
      bypassFakeTimers()
      return fetch(input, init)
    }
    const maildouble = new Maildouble(server, controlFetch)
    // Loads the modules for creating a world, so that the loading does not count towards the timeout of the first test.
    await (await maildouble.worlds.create({ id: 'first', scenario: 'empty' })).delete()
    return { server, maildouble }
  } catch (error) {
    const given = [
      scenarioDir === undefined ? '' : ` (MAILDOUBLE_SCENARIO_DIR=${scenarioDir})`,
      allowEgress === undefined ? '' : ` (MAILDOUBLE_ALLOW_EGRESS=${allowEgress.join()})`,
    ]
    throw new MaildoubleError(`No maildouble could be started for the tests${given.join('')}: ${messageOf(error)}`)
  }
}

let shared: { readonly own: Promise<OwnServer>; holders: number } | undefined

/** A server of this process shared by all holders. It stops when the last one releases it. */
export async function shareOwnServer(): Promise<OwnServer & { readonly release: () => Promise<void> }> {
  const mine = (shared ??= { own: startOwnServer(), holders: 0 })
  mine.holders++
  const release = async (): Promise<void> => {
    if (--mine.holders > 0) return
    if (shared === mine) shared = undefined
    await (await mine.own).server.stop()
  }
  try {
    return { ...(await mine.own), release }
  } catch (error) {
    // The next holder tries again.
    if (shared === mine) shared = undefined
    throw error
  }
}
