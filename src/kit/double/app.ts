import { Hono } from 'hono/quick'
import type { ControlContext } from '../../server/control/context.ts'
import type { Access } from '../../server/control/guard.ts'
import { readCredential, type WorldHeaders } from '../../server/http/auth.ts'
import { makeHttpCall, readHeader, type HttpCall, type NodeBindings } from '../../server/http/request.ts'
import { failCall } from '../../server/http/context.ts'
import { ServiceApi } from '../../server/http/service.ts'
import { chooseByHeaders } from '../../server/http/world-headers.ts'
import { UnreadableWorld } from '../../server/persistence/store.ts'
import { type PathTarget, parsePathTarget } from './destination.ts'
import { fetchInProcess } from './in-process.ts'

/** The whole server as one fetch handler. */
export function createApp(parts: ControlContext, access: Access): Hono<{ Bindings: NodeBindings }> {
  const service = new ServiceApi(parts)
  // Imported on first use: not every server needs them.
  const open = once(async () => new (await import('../../server/public/api.ts')).PublicApi(parts))
  const control = once(async () => new (await import('../../server/control/api.ts')).ControlApi(parts, access))
  const assistants = once(async () => {
    const { AssistantsEndpoint } = await import('./assistants.ts')
    return new AssistantsEndpoint(parts, access, fetchInProcess(app, parts.publicUrl))
  })
  const inspector = once(async () => new (await import('./inspector.ts')).Inspector())
  const reference = once(async () => new (await import('./reference.ts')).Reference())
  const app = new Hono<{ Bindings: NodeBindings }>()

  app.all('*', (context): Response | Promise<Response> => {
    const call = makeHttpCall(context)
    const destination = chooseTarget(call, parts.worldHeaders)
    if (!OF_WORLDS.has(destination.part) || parts.persistence.isComplete) return answer(call, destination)
    return withWorldLoaded(parts, call, destination, () => answer(call, destination))
  })

  const answer = (call: HttpCall, { part, world, below }: PathTarget): Response | Promise<Response> => {
    if (part === 'control') return control().then((api) => api.handle(call, below))
    if (part === 'assistants') return assistants().then((endpoint) => endpoint.handle(call, below))
    if (part === 'inspector') return inspector().then((files) => files.answer(call, below) ?? service.notFound(call, undefined))
    if (part === 'reference')
      return reference().then(async (pages) => (await pages.answer(call, below)) ?? service.notFound(call, undefined))
    const prefixed = world === undefined ? undefined : parts.worlds.byId(world)
    if (world !== undefined && !prefixed) return service.unknownWorld(call, world)
    if (part === 'service') return service.handle(call, prefixed, below)
    if (part === 'schema') return service.schema(call, prefixed, below)
    if (part === 'public') return open().then((api) => api.handle(call, prefixed, below))
    if (opensRoot(call)) return import('./inspector.ts').then(({ toInspector }) => toInspector(call))
    return service.notFound(call, prefixed)
  }
  // A fault that breaks the connection must fail an in-process call the way it fails one over a socket.
  app.onError((error) => {
    throw error
  })
  return app
}

/** The target of a call. Its path names the world, or else its headers do. */
function chooseTarget(call: HttpCall, headers: WorldHeaders | undefined): PathTarget {
  const target = parsePathTarget(call.pathname)
  const world = target.part === 'service' && target.world === undefined ? chooseByHeaders(call, headers) : undefined
  return world === undefined ? target : { ...target, world }
}

/**
 * The parts of the server whose calls belong to a world. The control API and the tools for assistants load the world themselves, once they know
 * which one is meant; the inspector and the reference belong to none.
 */
const OF_WORLDS: ReadonlySet<PathTarget['part']> = new Set(['service', 'schema', 'public', 'nowhere'])

/** Whether a browser opens the root of the server, where other clients get the 404 of the service. */
function opensRoot(call: HttpCall): boolean {
  return call.pathname === '/' && call.method === 'GET' && /\btext\/html\b/i.test(readHeader(call, 'accept') ?? '')
}

/** Memoizes a factory. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** What is needed to load worlds and to answer calls whose worlds can't be loaded. */
type LoadingParts = Pick<ControlContext, 'persistence' | 'metrics' | 'log'>

/**
 * Answers a call of the service or of a public page after loading the worlds it concerns. A call for a world that can't be read is
 * answered with 503 and the reason, in a form that no client mistakes for an answer of the service.
 */
async function withWorldLoaded(
  parts: LoadingParts,
  call: HttpCall,
  destination: PathTarget,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    await loadWorlds(parts, call, destination)
  } catch (error) {
    return failCall(parts, call, error)
  }
  try {
    return await answer()
  } catch (error) {
    // Some calls reveal their world only on the way: the sign-in names it in a form.
    if (error instanceof UnreadableWorld) return failCall(parts, call, error)
    throw error
  }
}

async function loadWorlds({ persistence }: LoadingParts, call: HttpCall, { part, world }: PathTarget): Promise<void> {
  const presented = readCredential(call)
  const owned = typeof presented === 'object' ? persistence.loadByKey(presented.key) : Promise.resolve(false)
  if (world !== undefined) await Promise.all([owned, persistence.load(world)])
  // A string that is no world's key may open the world `default`.
  else if (!(await owned)) await persistence.load('default').catch(part === 'public' ? ignoreUnreadable : rethrow)
}

/** The sign-in may concern another world, named by the application in its form. */
function ignoreUnreadable(error: unknown): void {
  if (!(error instanceof UnreadableWorld)) throw error
}

function rethrow(error: unknown): never {
  throw error
}
