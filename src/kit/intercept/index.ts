import type { InterceptTarget } from './destination.ts'
import { activate, deactivate } from './interceptions.ts'
import { type InterceptOptions, parseRules } from './rules.ts'

export { dispatcherFor } from './dispatcher.ts'
export { AmbiguousCallError, UnknownHostError } from './errors.ts'
export type { HostPattern, Hosts } from './hosts.ts'
export type { InterceptOptions } from './rules.ts'
export type { InterceptTarget } from './destination.ts'

/** An active interception. */
export interface Interception {
  /**
   * Stops the interception: calls go to their original hosts again, and calls in flight are still answered. When the last
   * interception of a process is stopped, `node:http`, `node:https` and `fetch` are restored.
   */
  readonly stop: () => void
  readonly [Symbol.dispose]: () => void
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

let openGate: (() => void) | undefined

/**
 * Routes calls that this process makes to the service to a double, for clients with a fixed host. Covers `fetch`, `node:http` and
 * `node:https`, and everything built on them. Other calls are not affected, unless `unknown: 'refuse'` is set. Undici's own
 * `request` needs a dispatcher: see `dispatcherFor`.
 *
 * @throws MaildoubleError if an option is invalid, or if another interception claims the same host.
 * @example
 * import { createDouble } from 'maildouble'
 * import { intercept } from 'maildouble/intercept'
 * await using double = await createDouble()
 * using interception = await intercept(double, { host: 'api.example.com' })
 * const headers = { authorization: `Bearer ${double.apiKey}` }
 * console.log((await fetch('https://us1.api.example.com/3.0/lists', { headers })).status) // 200
 */
export async function intercept(target: InterceptTarget, options: InterceptOptions): Promise<Interception> {
  const rules = parseRules(target, options)
  const { installGate: closeGate } = await import('./gate.ts')
  activate(rules)
  openGate ??= closeGate()
  const stop = (): void => {
    if (!deactivate(rules)) return
    openGate?.()
    openGate = undefined
  }
  return { stop, [Symbol.dispose]: stop, [Symbol.asyncDispose]: async () => stop() }
}
