import type { Schemas } from '../../client/contract.ts'
import { readCoverageFile, writeCoverage } from '../../client/coverage-file.ts'
import { byResource, calledCoverage, countedSentence, findGaps } from '../../../server/control/coverage/gaps.ts'
import { formatCount, textBar } from '../../../kernel/support/words.ts'
import { entry, type Paint, paintFor, plainText, wrapWords } from '../output.ts'
import { connectOrThrow, type TargetOptions } from '../target.ts'

export interface ReportOptions extends TargetOptions {
  readonly world?: string
  readonly format: 'text' | 'html' | 'markdown' | 'json'
  /** The file to write to, in the format of its extension, instead of standard output. */
  readonly out?: string
  /** Whether what was never called is listed. */
  readonly unseen?: boolean
  /** The file for what the calls relied on. */
  readonly pin?: string
  /** A file that `--pin` wrote. */
  readonly check?: string
}

type Coverage = Schemas['ContractCoverage']
type CoveredOperation = Schemas['CoveredOperation']

/** Column width of area and operation names. */
const NAMES = 26

/** Most lines of gaps: a usual report fits on a screen. */
const GAP_LINES_MAX = 20

/** Coverage for a terminal: what the called operations can answer and never did, and how much was called. */
function reportText(coverage: Coverage, { paint = plainText, unseen = false }: TextOptions = {}): string {
  const { operations, common_errors, public: pages } = coverage
  const { sentence, shares } = calledCoverage(coverage)
  const never = common_errors.filter(({ calls }) => calls === 0).map(({ error }) => error)
  const title = (text: string): string => paint('bold', text)
  const gaps = gapLines(operations)
  const shown = unseen ? gaps : gaps.slice(0, GAP_LINES_MAX)
  const more = gaps.length > shown.length ? ['  and more: --unseen lists them.'] : []
  return [
    ...(gaps.length === 0 ? [] : [[title('Called, and never answered with'), ...shown, ...more].join('\n')]),
    ...(unseen && never.length > 0
      ? [`${title('Errors of any call, never covered')}\n${wrapWords(never.join(', '), '  ')}`]
      : []),
    ...(unseen
      ? [
          neverCalledList('Never called', operations, title),
          neverCalledList('Pages, files and the sign-in, never called', pages.operations, title),
        ]
      : []),
    shares.map(([words, share]) => row(words, share, paint)).join('\n'),
    [
      wrapWords(countedSentence(coverage)),
      ...(unseen ? [] : [wrapWords(`${neverCalledSentence(coverage)} --unseen lists them.`)]),
      title(sentence),
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}

interface TextOptions {
  readonly paint?: Paint
  readonly unseen?: boolean | undefined
}

function row(words: string, { met, total, percent }: Schemas['CoverageShare'], paint: Paint): string {
  const share = `${percent.toFixed(1)} %`.padStart(8)
  const figures = `${formatCount(met).padStart(6)} of ${formatCount(total).padStart(5)}`
  return `  ${words.padEnd(NAMES - 2)}${paint(choosePercentStyle(percent), textBar(percent, 24))}${share}${figures}`
}

/** Red for none, yellow for some, green for all. */
function choosePercentStyle(percent: number): 'red' | 'yellow' | 'green' {
  return percent === 0 ? 'red' : percent < 100 ? 'yellow' : 'green'
}

function neverCalledSentence({ operations, public: pages }: Coverage): string {
  const of = (all: readonly CoveredOperation[], what: string): string =>
    `${all.filter(({ calls }) => calls === 0).length} of ${formatCount(all.length, what)}`
  return `Never called: ${of(operations, 'operation')}, ${of(pages.operations, 'page')}, file or step of the sign-in.`
}

function neverCalledList(heading: string, operations: readonly CoveredOperation[], title: (text: string) => string): string {
  const never = operations.filter(({ calls }) => calls === 0)
  const lines = byResource(never).map(([resource, group]) =>
    entry(`  ${resource}`, group.map(({ operation }) => operation).join(', '), NAMES),
  )
  return [title(`${heading}: ${never.length} of ${formatCount(operations.length, 'operation')}`), ...lines].join('\n')
}

/** Statuses and errors that called operations never answered with. */
function gapLines(operations: readonly CoveredOperation[]): string[] {
  return operations
    .filter(({ calls }) => calls > 0)
    .flatMap((operation) => {
      const names = findGaps(operation).flatMap(({ kind, names: each }) => (ANSWERS.has(kind) ? each : []))
      return names.length > 0 ? entry(`  ${operation.operation}`, names.join(', '), NAMES).split('\n') : []
    })
}

const ANSWERS: ReadonlySet<string> = new Set(['Statuses', 'Errors'])

/** Reports what the calls of an application covered. */
export async function report({ world, format, out, unseen, ...target }: ReportOptions): Promise<void> {
  const file = out === undefined ? undefined : readCoverageFile(out, '--out')
  const { contract } = await connectOrThrow(target)
  const filter = world === undefined ? {} : { world }
  if (file) {
    await writeCoverage(contract, file, filter)
    return console.log(`${calledCoverage(await contract.coverage(filter)).sentence} The report is in ${out}.`)
  }
  if (format === 'html' || format === 'markdown') return void process.stdout.write(await contract.coverageAs(format, filter))
  const coverage = await contract.coverage(filter)
  const text =
    format === 'json'
      ? `${JSON.stringify(coverage, undefined, 2)}\n`
      : reportText(coverage, { paint: paintFor(process.stdout), unseen })
  process.stdout.write(text)
}
