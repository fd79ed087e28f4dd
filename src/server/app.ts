import { Hono } from 'hono/quick'
import type { Access } from '../control/guard.ts'
import type { ControlContext } from '../control/context.ts'
import { callOf, type HttpCall, type NodeBindings } from '../http/request.ts'
import { ServiceApi } from '../http/service.ts'
import { withWorldLoaded } from './attended.ts'
import { destinationOf, type Destination } from './destination.ts'

/** The whole server as one fetch handler. */
export function createApp(
  stage: ControlContext,
  access: Access,
  log: (message: string) => void,
): Hono<{ Bindings: NodeBindings }> {
  const service = new ServiceApi(stage, log)
  // What not every server is asked for is loaded when it is.
  const open = once(async () => new (await import('../public/api.ts')).PublicApi(stage, log))
  const control = once(async () => new (await import('../control/api.ts')).ControlApi(stage, access, log))
  const app = new Hono<{ Bindings: NodeBindings }>()

  app.all('*', (context): Response | Promise<Response> => {
    const call = callOf(context)
    const destination = destinationOf(call.pathname)
    const { attendance, worlds } = stage
    // The control plane sees to the world itself, once it knows which one is meant.
    if (destination.part === 'control' || (!attendance && worlds.unreadable.size === 0)) return answer(call, destination)
    return withWorldLoaded(stage, call, destination, () => answer(call, destination))
  })

  const answer = (call: HttpCall, { part, world, below }: Destination): Response | Promise<Response> => {
    if (part === 'control') return control().then((api) => api.handle(call, below))
    const prefixed = world === undefined ? undefined : stage.worlds.byId(world)
    if (world !== undefined && !prefixed) return service.noWorld(call, world)
    if (part === 'service') return service.handle(call, prefixed, below)
    if (part === 'schema') return service.schema(call, prefixed, below)
    if (part === 'public') return open().then((api) => api.handle(call, prefixed, below))
    return service.nowhere(call, prefixed)
  }
  // Where a fault breaks the connection, a call in process is to fail as one over a socket does.
  app.onError((error) => {
    throw error
  })
  return app
}

/** Makes something when it is first asked for, and keeps it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
