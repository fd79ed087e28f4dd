import type { ControlContext } from '../control/context.ts'
import { UnreadableWorld } from '../persistence/store.ts'
import type { HttpCall } from '../http/request.ts'
import { credentialOf } from '../http/auth.ts'
import { defectWithoutRequest } from '../http/response.ts'
import type { Destination } from './destination.ts'

type Known = Pick<ControlContext, 'attendance' | 'worlds'>

/**
 * Answers a call of the service or for a page once this process knows the worlds that it is about as they stand. A call for a world that can't be
 * read is answered with 503 and the reason, in a form that no client takes for an answer of the service.
 */
export async function withWorldLoaded(
  known: Known,
  call: HttpCall,
  destination: Destination,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    await attend(known, call, destination)
  } catch (error) {
    return defectWithoutRequest(error)
  }
  try {
    return await answer()
  } catch (error) {
    // The world turned out only on the way: the sign-in names it in a form.
    if (error instanceof UnreadableWorld) return defectWithoutRequest(error)
    throw error
  }
}

async function attend(known: Known, call: HttpCall, { part, world }: Destination): Promise<void> {
  const presented = credentialOf(call)
  const key = typeof presented === 'object' ? presented.key : undefined
  const owned = key === undefined ? Promise.resolve(false) : attendKey(known, key)
  if (world !== undefined) await Promise.all([owned, attendWorld(known, world)])
  // A string that no world gave out may open the world `default`.
  else if (!(await owned)) await attendWorld(known, 'default').catch(part === 'public' ? ignoreUnreadable : rethrow)
}

/** Answers whether a key leads to a world. */
async function attendKey({ attendance, worlds }: Known, key: string): Promise<boolean> {
  if (attendance) return attendance.loadByKey(key)
  await worlds.unreadable.assertKeyReadable(key)
  return typeof worlds.byKey(key) === 'object'
}

async function attendWorld({ attendance, worlds }: Known, id: string): Promise<void> {
  if (attendance) await attendance.load(id)
  else worlds.unreadable.assertReadable(id)
}

/** The sign-in may be that of another world, by the application that its form names. */
function ignoreUnreadable(error: unknown): void {
  if (!(error instanceof UnreadableWorld)) throw error
}

function rethrow(error: unknown): never {
  throw error
}
