import type { Agent, Dispatcher } from 'undici'
import { MaildoubleError } from '../client/errors.ts'
import type { InterceptTarget } from './destination.ts'
import { addressBy, parseRules, type InterceptOptions } from './rules.ts'

/**
 * Creates an undici dispatcher that routes calls of the service to a double: for `undici.request` and its relatives, for
 * `fetch(url, { dispatcher })`, and for `setGlobalDispatcher`. It takes the same options as `intercept`. It sends over a socket, so
 * the target must have one. Close it when it is no longer needed.
 *
 * @throws MaildoubleError if undici is not installed, if the target has no socket, or if an option is invalid.
 * @example
 * import { request } from 'undici'
 * import { startServer } from 'maildouble'
 * import { dispatcherFor } from 'maildouble/intercept'
 * await using server = await startServer()
 * const dispatcher = await dispatcherFor(server, { host: 'api.example.com' })
 * const headers = { authorization: `Bearer ${server.apiKey}` }
 * console.log((await request('https://us1.api.example.com/3.0/lists', { headers, dispatcher })).statusCode) // 200
 * await dispatcher.close()
 */
export async function dispatcherFor(target: InterceptTarget, options: InterceptOptions): Promise<Dispatcher> {
  const rules = parseRules(target, options)
  if (rules.destination.fetch) {
    throw new MaildoubleError(
      'A dispatcher sends over a socket, and the result of createDouble() has none. Use startServer(), or intercept(), which ' +
        'needs no socket.',
    )
  }
  const agent = await agentOfUndici()
  return agent.compose((dispatch) => (call, handler) => {
    const url = new URL(call.path, call.origin)
    if (!rules.isService(url)) {
      const refusal = rules.refusalOf(url)
      if (refusal) throw refusal
      return dispatch(call, handler)
    }
    const { origin } = new URL(rules.destination.url)
    return dispatch({ ...call, origin, path: addressBy(rules, url, call.path).slice(origin.length) }, handler)
  })
}

async function agentOfUndici(): Promise<Agent> {
  try {
    const undici = await import('undici')
    return new undici.Agent()
  } catch (cause) {
    throw new MaildoubleError('dispatcherFor() needs undici, which is not installed: npm install --save-dev undici@7', {
      cause,
    })
  }
}
