import { CoverageScope } from '../../log/coverage/tally.ts'
import { nameHint } from '../../../kernel/support/nearest.ts'
import { ControlError } from '../errors.ts'
import type { ControlContext } from '../context.ts'

/** Coverage of the world named by a query, or of all worlds. It is empty for a world without calls. */
export function coverageScopeOrThrow(
  { coverage, worlds }: Pick<ControlContext, 'coverage' | 'worlds'>,
  world: string | undefined,
): CoverageScope {
  if (world === undefined) return coverage.all
  const scope = coverage.scope(world)
  if (scope) return scope
  if (worlds.byId(world)) return new CoverageScope()
  const ids = [...new Set([...worlds.all().map((handle) => handle.world.id), ...coverage.worlds()])]
  const hint = nameHint(world, ids, 10)
  const evicted = coverage.evicted > 0 ? ` The counts of ${coverage.evicted} deleted worlds were evicted.` : ''
  throw new ControlError(404, `There is no world ${world.slice(0, 100)}, and no calls to it were counted. ${hint}${evicted}`)
}
