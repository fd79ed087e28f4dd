import { writeFile } from 'node:fs/promises'
import type { Maildouble } from '../../client/connect.ts'
import type { Schemas } from '../../client/contract.ts'
import { byResource, gapsOf, KINDS, countedSentence } from '../../../server/control/coverage/gaps.ts'
import { formatCount } from '../../../kernel/support/format-count.ts'
import { formatOfExtension, formatOfFile } from '../../../kernel/support/report-file.ts'
import { textBar, entry, type Paint, paintFor, plainText, wrapped } from '../output.ts'
import { connectOrThrow } from '../target.ts'
import { REPORT_FORMATS, type ReportOptions } from './options.ts'

type Coverage = Schemas['ContractCoverage']
type Operation = Schemas['CoveredOperation']

/** Column width of area and operation names. */
const NAMES = 26

/** Coverage for a terminal: the totals, each area, and what was never covered. */
function reportText(coverage: Coverage, paint: Paint = plainText): string {
  const { totals, operations, common_errors, public: pages } = coverage
  const never = common_errors.filter(({ calls }) => calls === 0).map(({ error }) => error)
  const title = (text: string): string => paint('bold', text)
  return [
    title(`Contract coverage: ${totals.all.percent} %`),
    wrapped(countedSentence(coverage)),
    [...KINDS.map(([kind, words]) => row(words, totals[kind], paint)), row('All', totals.all, paint)].join('\n'),
    ...areas(coverage, paint),
    ...neverCalled('Never called', operations, title),
    ...unanswered(operations, title),
    ...(never.length > 0 ? [title('Errors of any call, never covered'), wrapped(never.join(', '), '  ')] : []),
    ...neverCalled('Pages, files and the sign-in, never called', pages.operations, title),
    'Parameters, fields and values that were never sent: --format html or markdown.\n',
  ].join('\n\n')
}

/** Coverage of each area, without untouched ones. */
function areas({ operations, public: pages }: Coverage, paint: Paint): string[] {
  const shares: [string, Schemas['CoverageShare']][] = [
    ...byResource(operations).map(([resource, group]): [string, Schemas['CoverageShare']] => [resource, shareOf(group)]),
    ['(pages and sign-in)', pages.totals.all],
  ]
  const touched = shares.filter(([, { met }]) => met > 0)
  if (touched.length === 0) return []
  return [paint('bold', 'Areas that were called'), touched.map(([area, share]) => row(area, share, paint)).join('\n')]
}

function row(words: string, { met, total, percent }: Schemas['CoverageShare'], paint: Paint): string {
  const share = `${percent.toFixed(1)} %`.padStart(8)
  const figures = `${formatCount(met).padStart(6)} of ${formatCount(total).padStart(5)}`
  return `  ${words.padEnd(NAMES - 2)}${paint(styleOf(percent), textBar(percent, 24))}${share}${figures}`
}

/** Red for none, yellow for some, green for all. */
function styleOf(percent: number): 'red' | 'yellow' | 'green' {
  return percent === 0 ? 'red' : percent < 100 ? 'yellow' : 'green'
}

/** Coverage of several operations, rounded down as by the server. */
function shareOf(operations: readonly Operation[]): Schemas['CoverageShare'] {
  const met = operations.reduce((sum, { totals }) => sum + totals.all.met, 0)
  const total = operations.reduce((sum, { totals }) => sum + totals.all.total, 0)
  return { met, total, percent: total === 0 ? 100 : Math.floor((1000 * met) / total) / 10 }
}

/**
 * The operations of one contract that were never called. The totals count only the service's contract, so pages, files and the
 * sign-in are counted on their own.
 */
function neverCalled(heading: string, operations: readonly Operation[], title: (text: string) => string): string[] {
  const never = operations.filter(({ calls }) => calls === 0)
  if (never.length === 0) return []
  const lines = byResource(never).map(([resource, group]) =>
    entry(`  ${resource}`, group.map(({ operation }) => operation).join(', '), NAMES),
  )
  return [title(`${heading}: ${never.length} of ${formatCount(operations.length, 'operation')}`), lines.join('\n')]
}

/** Statuses and errors that called operations never answered with. */
function unanswered(operations: readonly Operation[], title: (text: string) => string): string[] {
  const called = operations.filter(({ calls }) => calls > 0)
  const lines = called.flatMap((operation) => {
    const names = gapsOf(operation).flatMap(({ kind, names: each }) => (ANSWERS.has(kind) ? each : []))
    return names.length > 0 ? [entry(`  ${operation.operation}`, names.join(', '), NAMES)] : []
  })
  return lines.length === 0 ? [] : [title('Called, and never answered with'), lines.join('\n')]
}

const ANSWERS: ReadonlySet<string> = new Set(['Statuses', 'Errors'])

/** Reports contract coverage, and fails if it is below `--min`. */
export async function report(options: ReportOptions): Promise<void> {
  const { world, out, min } = options
  // Before the server is called: a name that fits no format is a mistake whatever the server says.
  const format = formatOf(options)
  const { contract } = await connectOrThrow(options)
  const filter = world === undefined ? {} : { world }
  const coverage = await contract.coverage(filter)
  const text = await reportAs(format, {
    contract,
    filter,
    coverage,
    paint: out === undefined ? paintFor(process.stdout) : plainText,
  })
  if (out === undefined) process.stdout.write(text)
  else {
    await writeFile(out, text).catch((error: Error) => {
      throw new Error(`The report cannot be written to ${out} (${error.message}).`, { cause: error })
    })
    console.log(`${headline(coverage)} The report is in ${out}.`)
  }
  const { percent } = coverage.totals.all
  if (min === undefined || percent >= min) return
  console.error(`maildouble: ${percent} % of the contract was covered, but --min requires ${min} %.`)
  process.exitCode = 1
}

function headline({ totals: { all } }: Schemas['ContractCoverage']): string {
  return `${all.percent} % of the contract covered: ${formatCount(all.met)} of ${formatCount(all.total)} parts.`
}

/**
 * The requested format, or the one of the file's extension. Throws if the extension is of another format than the requested one, or of none while
 * none is requested.
 */
function formatOf({ format, out }: Pick<ReportOptions, 'format' | 'out'>): NonNullable<ReportOptions['format']> {
  if (out === undefined) return format ?? 'text'
  const byExtension = formatOfExtension(out)
  if (format !== undefined && byExtension !== undefined && byExtension !== format)
    throw new Error(
      `--out ${out} has the extension of ${byExtension}, but --format is ${format}. Leave out --format, or give the file another extension.`,
    )
  if (format !== undefined) return format
  return formatOfFile(out, REPORT_FORMATS, { name: '--out', advice: ', or name the format with --format' })
}

interface Source {
  readonly contract: Maildouble['contract']
  readonly filter: { readonly world?: string }
  readonly coverage: Schemas['ContractCoverage']
  readonly paint: Paint
}

async function reportAs(format: ReturnType<typeof formatOf>, { contract, filter, coverage, paint }: Source): Promise<string> {
  if (format === 'json') return `${JSON.stringify(coverage, undefined, 2)}\n`
  if (format === 'text') return reportText(coverage, paint)
  return contract.coverageAs(format, filter)
}
