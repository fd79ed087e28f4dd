import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { formatCount } from '../../../kernel/support/format-count.ts'
import { byResource, calledCoverage, countedSentence, findGaps } from './gaps.ts'

type CoveredOperation = ControlSchemas['CoveredOperation']

/** Names under a label. */
type Line = readonly [label: string, names: readonly string[]]

/** Lines under a summary that opens them. */
export interface Fold {
  readonly name?: string
  readonly summary: string
  readonly lines: readonly Line[]
}

/** What people read of coverage, whether as Markdown or as a page. */
export interface CoverageOutline {
  readonly title: string
  readonly sentences: readonly string[]
  readonly shares: ReturnType<typeof calledCoverage>['shares']
  readonly sections: readonly { readonly heading: string; readonly folds: readonly Fold[] }[]
  /** What was never called. It is folded: what an application does not call says nothing about it. */
  readonly never: readonly Fold[]
}

/** What the called operations never met, and what was never called. */
export function outlineCoverage(coverage: ControlSchemas['ContractCoverage']): CoverageOutline {
  const { operations, common_errors, public: pages, world } = coverage
  const { sentence, shares } = calledCoverage(coverage)
  const errors = common_errors.filter(({ calls }) => calls === 0)
  return {
    title: world === undefined ? 'Contract coverage' : `Contract coverage of ${world}`,
    sentences: [sentence, countedSentence(coverage)],
    shares,
    sections: [
      { heading: 'Called, with parts never covered', folds: partlyMet(operations) },
      { heading: 'Pages, files and the sign-in, called, with parts never covered', folds: partlyMet(pages.operations) },
    ].filter(({ folds }) => folds.length > 0),
    never: [
      ...(errors.length > 0
        ? [{ summary: 'Errors of any call, never covered', lines: [['Errors', errors.map(({ error }) => error)] as const] }]
        : []),
      ...neverCalled('Never called', operations),
      ...neverCalled('Pages, files and the sign-in, never called', pages.operations),
    ],
  }
}

function partlyMet(operations: readonly CoveredOperation[]): Fold[] {
  return byResource(operations.filter(({ calls }) => calls > 0)).flatMap(([, group]) =>
    group.flatMap((operation) => {
      const { operation: name, method, path, totals } = operation
      const lines = findGaps(operation).map(({ kind, names }): Line => [kind, names])
      const summary = `${method} ${path}: ${totals.all.met} of ${totals.all.total} met`
      return lines.length > 0 ? [{ name, summary, lines }] : []
    }),
  )
}

function neverCalled(heading: string, operations: readonly CoveredOperation[]): Fold[] {
  const never = operations.filter(({ calls }) => calls === 0)
  if (never.length === 0) return []
  const summary = `${heading}: ${never.length} of ${formatCount(operations.length, 'operation')}`
  return [{ summary, lines: byResource(never).map(([resource, each]) => [resource, each.map(({ operation }) => operation)]) }]
}
