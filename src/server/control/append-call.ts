import type { Route } from '../../kernel/contract/route.ts'
import { isRecorded, WORLD } from '../bundle/recorded.ts'
import type { ControlCall } from '../log/entry.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'

/** A validated call of the control API. */
interface AppendableCall {
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
  readonly search: string
  readonly body: unknown
}

/** Runs a handler, and appends the call to the log if a replay has to repeat it. */
export function appendCall(handle: WorldHandle, call: AppendableCall, run: () => unknown): unknown {
  const { route, path, search, body } = call
  // Each step has its instant, so a replay needs no call for an advance.
  if (route.recorded === 'advance') return appendAdvance(handle, JSON.stringify(body), run)
  const { method } = route
  if (method === 'GET' || !isRecorded(route)) return run()
  const sent: Pick<ControlCall, 'method' | 'path' | 'search' | 'body'> = {
    method,
    path: route.path.slice(WORLD.length).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? '')),
    search,
    body: body === undefined ? '' : JSON.stringify(body),
  }
  return handle.log.entries.append((moment) => ({ kind: 'control', ...moment, ...sent, snapshot: undefined }), run)
}

async function appendAdvance(handle: WorldHandle, body: string, run: () => unknown): Promise<unknown> {
  const { epoch } = handle
  const answer = await run()
  if (handle.epoch === epoch)
    handle.log.entries.append(
      (moment) => ({ kind: 'advance', ...moment, body }),
      () => {},
    )
  return answer
}
