import type { ControlContext } from '../control/context.ts'
import { UnreadableWorld } from '../persistence/store.ts'
import type { HttpCall } from '../http/request.ts'
import { credentialOf } from '../http/auth.ts'
import { defectResponse } from '../http/response.ts'
import type { PathTarget } from './destination.ts'

type WorldSources = Pick<ControlContext, 'directory' | 'worlds'>

/**
 * Answers a call of the service or of a public page after loading the worlds it concerns. A call for a world that can't be read is
 * answered with 503 and the reason, in a form that no client mistakes for an answer of the service.
 */
export async function withWorldLoaded(
  sources: WorldSources,
  call: HttpCall,
  destination: PathTarget,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    await loadWorlds(sources, call, destination)
  } catch (error) {
    return defectResponse(error)
  }
  try {
    return await answer()
  } catch (error) {
    // Some calls reveal their world only on the way: the sign-in names it in a form.
    if (error instanceof UnreadableWorld) return defectResponse(error)
    throw error
  }
}

async function loadWorlds(sources: WorldSources, call: HttpCall, { part, world }: PathTarget): Promise<void> {
  const presented = credentialOf(call)
  const key = typeof presented === 'object' ? presented.key : undefined
  const owned = key === undefined ? Promise.resolve(false) : loadByKey(sources, key)
  if (world !== undefined) await Promise.all([owned, loadById(sources, world)])
  // A string that is no world's key may open the world `default`.
  else if (!(await owned)) await loadById(sources, 'default').catch(part === 'public' ? ignoreUnreadable : rethrow)
}

/** Loads the world of a key. Returns whether there is one. */
async function loadByKey({ directory, worlds }: WorldSources, key: string): Promise<boolean> {
  if (directory) return directory.loadByKey(key)
  await worlds.unreadable.assertKeyReadable(key)
  return typeof worlds.byKey(key) === 'object'
}

async function loadById({ directory, worlds }: WorldSources, id: string): Promise<void> {
  if (directory) await directory.load(id)
  else worlds.unreadable.assertReadable(id)
}

/** The sign-in may concern another world, named by the application in its form. */
function ignoreUnreadable(error: unknown): void {
  if (!(error instanceof UnreadableWorld)) throw error
}

function rethrow(error: unknown): never {
  throw error
}
