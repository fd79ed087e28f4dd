import { AnsweredText, type ControlSchemas } from '../../contract/control.ts'
import { routes as publicRoutes } from '../../contract/public.ts'
import { routes } from '../../contract/service.ts'
import { isoMillis } from '../../support/time.ts'
import { coverageMarkdown } from './markdown.ts'
import { coveragePage } from './page.ts'
import { coveredOperations, commonErrors } from './view.ts'
import { coverageScopeOrThrow } from './covered-world.ts'
import type { ControlOperations, ControlContext } from '../context.ts'

export const coverageOperations = {
  async getCoverage({ context, query: { format = 'json', world } }) {
    const coverage = await coverageView(context, world)
    if (format === 'json') return coverage
    if (format === 'markdown') return new AnsweredText('text/markdown', coverageMarkdown(coverage))
    return coveragePage(coverage)
  },

  async deleteCoverage({ context: { coverage } }) {
    await coverage.load()
    coverage.clear()
  },
} satisfies Partial<ControlOperations>

async function coverageView(
  { coverage, worlds }: ControlContext,
  world: string | undefined,
): Promise<ControlSchemas['ContractCoverage']> {
  const { service: index } = await coverage.load()
  const scope = coverageScopeOrThrow({ coverage, worlds }, world)
  const common = commonErrors(scope, index.common)
  const service = coveredOperations(scope, await coverage.plans('service', routes), common)
  const pages = coveredOperations(scope, await coverage.plans('public', publicRoutes), [])
  return {
    since: isoMillis(coverage.since),
    ...(world === undefined ? {} : { world }),
    worlds: { counted: coverage.worlds().length, evicted: coverage.evicted },
    calls: service.calls,
    injected: service.injected + scope.unmatched.injected,
    astray: scope.unmatched.counts[0] ?? 0,
    missed: coverage.missed,
    totals: service.totals,
    common_errors: common,
    operations: service.operations,
    public: pages,
  }
}
