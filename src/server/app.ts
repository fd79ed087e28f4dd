import { Hono } from 'hono/quick'
import type { Access } from '../control/guard.ts'
import type { Stage } from '../control/operation.ts'
import { callOf, type NodeBindings } from '../http/call.ts'
import { ServiceApi } from '../http/service.ts'
import { decodePercent } from '../support/percent.ts'

/** Where a path leads: which part of the server, in which world, and what is left of the path below. */
interface Destination {
  readonly part: 'control' | 'service' | 'schema' | 'public' | 'nowhere'
  readonly world?: string
  readonly below: string
}

/** The whole server as one fetch handler. */
export function createApp(stage: Stage, access: Access, log: (message: string) => void): Hono<{ Bindings: NodeBindings }> {
  const service = new ServiceApi(stage, log)
  // What not every server is asked for is loaded when it is.
  const open = once(async () => new (await import('../public/api.ts')).PublicApi(stage, log))
  const control = once(async () => new (await import('../control/api.ts')).ControlApi(stage, access, log))
  const app = new Hono<{ Bindings: NodeBindings }>()

  app.all('*', (context): Response | Promise<Response> => {
    const call = callOf(context)
    const { part, world, below } = destinationOf(call.pathname)
    if (part === 'control') return control().then((api) => api.handle(call, below))
    const prefixed = world === undefined ? undefined : stage.worlds.byId(world)
    if (world !== undefined && !prefixed) return service.noWorld(call, world)
    if (part === 'service') return service.handle(call, prefixed, below)
    if (part === 'schema') return service.schema(call, prefixed, below)
    if (part === 'public') return open().then((api) => api.handle(call, prefixed, below))
    return service.nowhere(call, prefixed)
  })
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

function destinationOf(pathname: string): Destination {
  if (pathname.startsWith('/_worlds/')) {
    const slash = pathname.indexOf('/', '/_worlds/'.length)
    const end = slash === -1 ? pathname.length : slash
    const world = decodePercent(pathname.slice('/_worlds/'.length, end))
    return { ...inWorld(pathname.slice(end)), world }
  }
  const below = behind(pathname, '/_control')
  return below === undefined ? inWorld(pathname) : { part: 'control', below }
}

function inWorld(pathname: string): Destination {
  const service = behind(pathname, '/3.0')
  if (service !== undefined) return { part: 'service', below: service }
  const schemas = behind(pathname, '/schema/3.0')
  if (schemas !== undefined) return { part: 'schema', below: schemas }
  const isPublic = PUBLIC.some((prefix) => behind(pathname, prefix) !== undefined)
  return { part: isPublic ? 'public' : 'nowhere', below: pathname }
}

/** Where pages, files and the sign-in of applications are. */
const PUBLIC = ['/oauth2', '/_files', '/_public']

/** What is left of a path behind a prefix, if it begins with it. */
function behind(pathname: string, prefix: string): string | undefined {
  if (!pathname.startsWith(prefix)) return undefined
  const next = pathname[prefix.length]
  return next === undefined || next === '/' ? pathname.slice(prefix.length) : undefined
}
