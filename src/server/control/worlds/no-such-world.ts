import { nameHint } from '../../../kernel/support/nearest.ts'
import type { ControlContext } from '../context.ts'
import { ControlError } from '../errors.ts'

/** Maximum number of worlds in the error. */
const NAMED_MAX = 10

/** The error about an unknown world. Its text names existing worlds. */
export function noSuchWorld(worlds: ControlContext['worlds'], id: string): ControlError {
  const ids = worlds.all().map(({ world }) => world.id)
  return new ControlError(404, `There is no world ${id.slice(0, 100)}. ${nameHint(id, ids, NAMED_MAX)}`)
}
