import { Hono } from 'hono/quick'
import type { Access } from '../control/guard.ts'
import type { ControlContext } from '../control/context.ts'
import { callOf, type HttpCall, type NodeBindings } from '../http/request.ts'
import { ServiceApi } from '../http/service.ts'
import { withWorldLoaded } from './load-worlds.ts'
import { pathTargetOf, type PathTarget } from './destination.ts'

/** The whole server as one fetch handler. */
export function createApp(
  parts: ControlContext,
  access: Access,
  log: (message: string) => void,
): Hono<{ Bindings: NodeBindings }> {
  const service = new ServiceApi(parts, log)
  // Imported on first use: not every server needs them.
  const open = once(async () => new (await import('../public/api.ts')).PublicApi(parts, log))
  const control = once(async () => new (await import('../control/api.ts')).ControlApi(parts, access, log))
  const app = new Hono<{ Bindings: NodeBindings }>()

  app.all('*', (context): Response | Promise<Response> => {
    const call = callOf(context)
    const destination = pathTargetOf(call.pathname)
    const { directory, worlds } = parts
    // The control API loads the world itself, once it knows which one is meant.
    if (destination.part === 'control' || (!directory && worlds.unreadable.size === 0)) return answer(call, destination)
    return withWorldLoaded(parts, call, destination, () => answer(call, destination))
  })

  const answer = (call: HttpCall, { part, world, below }: PathTarget): Response | Promise<Response> => {
    if (part === 'control') return control().then((api) => api.handle(call, below))
    const prefixed = world === undefined ? undefined : parts.worlds.byId(world)
    if (world !== undefined && !prefixed) return service.unknownWorld(call, world)
    if (part === 'service') return service.handle(call, prefixed, below)
    if (part === 'schema') return service.schema(call, prefixed, below)
    if (part === 'public') return open().then((api) => api.handle(call, prefixed, below))
    return service.notFound(call, prefixed)
  }
  // A fault that breaks the connection must fail an in-process call the way it fails one over a socket.
  app.onError((error) => {
    throw error
  })
  return app
}

/** Memoizes a factory. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
