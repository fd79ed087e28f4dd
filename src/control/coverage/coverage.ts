import { AnsweredText, type ControlSchemas } from '../../contract/control.ts'
import { routes as publicRoutes } from '../../contract/public.ts'
import { routes } from '../../contract/service.ts'
import { isoMillis } from '../../support/time.ts'
import type { ControlContext, ControlOperations } from '../context.ts'
import { coverageScopeOrThrow } from './covered-world.ts'
import { byResource, countedSentence, formatCount, gapsOf, KINDS } from './gaps.ts'
import { coveragePage } from './page.ts'
import { commonErrors, coveredOperations } from './view.ts'

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

type Operation = ControlSchemas['CoveredOperation']

/** Coverage as Markdown, for the summary of a CI run. */
export function coverageMarkdown(coverage: ControlSchemas['ContractCoverage']): string {
  const { totals, operations, common_errors, public: pages } = coverage
  const never = common_errors.filter(({ calls }) => calls === 0)
  return [
    `# Contract coverage: ${totals.all.percent} %`,
    countedSentence(coverage),
    [
      '| | Met | Of | |',
      '|---|---:|---:|---|',
      ...KINDS.map(([kind, words]) => row(words, totals[kind])),
      row('**All**', totals.all),
    ].join('\n'),
    ...neverCalled(operations),
    ...partlyMet(operations),
    ...(never.length > 0
      ? [
          '## Errors of any call, never covered',
          never.map(({ error, status, title }) => `- \`${error}\` (${status} ${title})`).join('\n'),
        ]
      : []),
    `## Pages, files and the sign-in: ${pages.totals.all.percent} %`,
    `${formatCount(pages.calls, 'call')} covered ${formatCount(pages.totals.all.met)} of ${formatCount(pages.totals.all.total)} parts of their own contract.`,
    ...neverCalled(pages.operations, '###'),
    ...partlyMet(pages.operations, '###'),
    '',
  ].join('\n\n')
}

function row(words: string, { met, total, percent }: ControlSchemas['CoverageShare']): string {
  return `| ${words} | ${formatCount(met)} | ${formatCount(total)} | \`${bar(percent)}\` ${percent} % |`
}

const BAR = 20

function bar(percent: number): string {
  const full = Math.floor((percent * BAR) / 100)
  return '█'.repeat(full) + '░'.repeat(BAR - full)
}

function neverCalled(operations: readonly Operation[], level = '##'): string[] {
  const never = operations.filter(({ calls }) => calls === 0)
  if (never.length === 0) return []
  const lines = byResource(never).map(
    ([resource, each]) => `- **${resource}**: ${each.map(({ operation }) => `\`${operation}\``).join(', ')}`,
  )
  return [`${level} Never called: ${never.length} of ${formatCount(operations.length, 'operation')}`, lines.join('\n')]
}

function partlyMet(operations: readonly Operation[], level = '##'): string[] {
  const partly = operations.filter((each) => each.calls > 0 && gapsOf(each).length > 0)
  if (partly.length === 0) return []
  const each = byResource(partly).flatMap(([, group]) => group.map(partsOf))
  return [`${level} Called, with parts never covered: ${formatCount(partly.length, 'operation')}`, ...each]
}

function partsOf(operation: Operation): string {
  const { operation: name, method, path, totals } = operation
  const { met, total } = totals.all
  const gaps = gapsOf(operation).map(({ kind, names }) => `- ${kind}: ${names.map((each) => `\`${each}\``).join(', ')}`)
  return [
    `<details><summary><b>${name}</b> ${method} ${path}: ${met} of ${total} met</summary>`,
    gaps.join('\n'),
    '</details>',
  ].join('\n\n')
}
