import { Replay } from '../../bundle/replay.ts'
import { buildStartWorld, startWorld } from '../../bundle/start.ts'
import { UnusableBundle } from '../../bundle/state.ts'
import type { ControlBodyOf, ControlSchemas } from '../../../kernel/contract/control.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { ControlContext } from '../context.ts'
import { ControlError, makeUnusableError } from '../errors.ts'
import { assertKeyFree, freeId, savedOrThrow } from './new-world.ts'
import { worldView } from './world-view.ts'

type ReplayOptions = NonNullable<ControlBodyOf<'createWorld'>> & { readonly bundle: ControlSchemas['Bundle'] }

/**
 * Creates a world from a bundle: its initial state, and then every recorded step, in a sandbox without other callers and without
 * outgoing calls. The world is added to this server only if the replay completes.
 */
export async function replayBundle(
  context: ControlContext,
  options: ReplayOptions,
  signal: AbortSignal,
): Promise<ControlSchemas['World']> {
  const { bundle, api_key } = options
  for (const name of Object.keys(options)) {
    if (!ALLOWED_WITH_BUNDLE.has(name))
      throw makeUnusableError(`/${name}`, 'is set by the bundle; only id and api_key can be given with one.')
  }
  const { worlds } = context
  const isFree = !worlds.byId(bundle.world.id) && !worlds.unreadable.has(bundle.world.id)
  const freeBundleId = isFree ? bundle.world.id : undefined
  const id = freeId(context, options.id ?? freeBundleId)
  assertKeyFree(context, api_key)
  const { handle, replay } = await replayed(
    context,
    bundle,
    { id, api_key, base_url: `${context.publicUrl}/_worlds/${id}` },
    signal,
  )
  // Another request may have taken the id or the key in the meantime.
  freeId(context, id)
  assertKeyFree(context, api_key)
  handle.log.replaying = false
  handle.inFlight = 0
  context.worlds.adopt(handle)
  context.scheduler.startTimer(handle)
  await savedOrThrow(handle)
  return { ...worldView(handle), replay }
}

const ALLOWED_WITH_BUNDLE = new Set(['bundle', 'id', 'api_key'])

async function replayed(
  { openSandbox }: ControlContext,
  bundle: ControlSchemas['Bundle'],
  named: Parameters<typeof buildStartWorld>[2],
  signal: AbortSignal,
): Promise<{ readonly handle: WorldHandle; readonly replay: ControlSchemas['Replay'] }> {
  const sandbox = openSandbox()
  try {
    const { handle, placeholders } = startWorld(sandbox, bundle, await buildStartWorld(sandbox, bundle, named))
    return { handle, replay: await new Replay(sandbox, handle, bundle, placeholders).run(signal) }
  } catch (error) {
    if (error instanceof UnusableBundle) throw makeUnusableError(error.pointer, error.message)
    if (signal.aborted) throw new ControlError(400, 'The client has disconnected.')
    throw error
  }
}
