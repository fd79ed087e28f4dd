import type { InProcessReceiver, InProcessReceivers } from '../outbound/in-process-receivers.ts'

/**
 * Hands the webhooks for a URL, and for the paths below it, to a function of this process instead of sending them, such as `app.fetch` of
 * your application. It may answer for any host, since nothing leaves the process; what it throws is the error of the attempt. With
 * `world`, it receives only the webhooks of the world with that id. Returns an unregister function.
 *
 * @throws Error if the URL is not one of http or https, or has a function already.
 * @example
 * import { createDouble } from 'maildouble'
 * await using double = await createDouble({ scenario: 'webhooks' })
 * const unregister = double.receiveAt('http://127.0.0.1:5000', async (request) => {
 *   console.log(request.method, new URL(request.url).pathname)
 *   return new Response('Thanks')
 * })
 * unregister()
 */
export type ReceiveAt = (url: string | URL, receive: InProcessReceiver, options?: { readonly world?: string }) => () => void

/** The `receiveAt` of a server. */
export function receiveAtOf(inProcess: InProcessReceivers): ReceiveAt {
  return (url, receive, { world } = {}) => inProcess.add(url, receive, world)
}
