import { CoverageScope } from '../../coverage/scope.ts'
import { nearest } from '../../support/nearest.ts'
import { ControlError } from '../errors.ts'
import type { ControlContext } from '../context.ts'

/** What was met in the world that a query names, or in all. A world that was not called yet has met nothing. */
export function scopeOrThrow(
  { coverage, worlds }: Pick<ControlContext, 'coverage' | 'worlds'>,
  world: string | undefined,
): CoverageScope {
  if (world === undefined) return coverage.all
  const scope = coverage.scope(world)
  if (scope) return scope
  if (worlds.byId(world)) return new CoverageScope()
  const known = [...new Set([...worlds.all().map((handle) => handle.world.id), ...coverage.worlds()])]
  const meant = nearest(world, known)
  const some =
    meant.length > 0
      ? `Did you mean ${meant.join(' or ')}?`
      : `Known are ${known.slice(0, 10).join(', ')}${known.length > 10 ? ' ...' : ''}.`
  const evicted = coverage.evicted > 0 ? ` Of ${coverage.evicted} worlds that are gone nothing is known any more.` : ''
  throw new ControlError(404, `There is no world ${world.slice(0, 100)}, and no call for one is known of. ${some}${evicted}`)
}
