import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { WorldRegistry } from '../../runtime/worlds.ts'
import type { HttpCall } from '../../http/request.ts'
import { clientIdsIn, presentedToken } from './credentials.ts'
import { fieldValue, readFields, type FormFields } from '../fields.ts'

/** The client ids that a call of the sign-in contains. */
export function clientsNamed(call: HttpCall, form: FormFields): readonly string[] {
  const inForm = fieldValue(form, 'client_id')
  const inQuery = fieldValue(readFields(call.search), 'client_id')
  return [inForm ?? inQuery ?? [], clientIdsIn(call)].flat()
}

/** The world of a sign-in call without a world in its path: the world of its application or token. */
export function namedWorld(worlds: WorldRegistry, call: HttpCall, form: FormFields): WorldHandle | undefined {
  for (const client_id of clientsNamed(call, form)) {
    const owner = worlds.byClient(client_id)
    if (owner) return owner
  }
  const token = presentedToken(call)
  const owner = token === undefined ? undefined : worlds.byKey(token)
  return owner === 'gone' && token !== undefined ? worlds.revokerOf(token) : typeof owner === 'object' ? owner : undefined
}
