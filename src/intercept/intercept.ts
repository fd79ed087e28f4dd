import { begin, end } from './interceptions.ts'
import type { InterceptTarget } from './destination.ts'
import { rulesOf, type InterceptOptions } from './rules.ts'

/** Calls that are intercepted, until it is stopped. */
export interface Interception {
  /**
   * Ends it: from now on calls go where they say. What has been sent already is still answered. When the last interception of a process
   * is stopped, `node:http`, `node:https` and `fetch` are what they were before the first.
   */
  readonly stop: () => void
  readonly [Symbol.dispose]: () => void
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

let openGate: (() => void) | undefined

/**
 * Routes the calls that this process makes to the service to a double instead, for clients whose host is fixed: those by `fetch`,
 * `node:http` and `node:https`, and so by all that is built on them. Others go where they wanted to go, the very same way, unless
 * `unknown: 'refuse'` says otherwise. Undici's own `request` asks a dispatcher: see `dispatcherFor`.
 *
 * @throws MaildoubleError when an option is none, and when another interception lays claim to the same host.
 * @example
 * import { createDouble } from 'maildouble'
 * import { intercept } from 'maildouble/intercept'
 * await using double = await createDouble()
 * using interception = await intercept(double, { host: 'api.example.com' })
 * const headers = { authorization: `Bearer ${double.apiKey}` }
 * console.log((await fetch('https://us1.api.example.com/3.0/lists', { headers })).status) // 200
 */
export async function intercept(target: InterceptTarget, options: InterceptOptions): Promise<Interception> {
  const rules = rulesOf(target, options)
  const { closeGate } = await import('./gate.ts')
  begin(rules)
  openGate ??= closeGate()
  const stop = (): void => {
    if (!end(rules)) return
    openGate?.()
    openGate = undefined
  }
  return { stop, [Symbol.dispose]: stop, [Symbol.asyncDispose]: async () => stop() }
}
