import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Maildouble } from '../client/connect.ts'
import type { Schemas } from '../client/contract.ts'
import { counted } from '../control/coverage-gaps.ts'
import { paintFor, plain, type Paint } from './paint.ts'
import type { ReportOptions } from './report-options.ts'
import { reportText } from './report-text.ts'
import { reached } from './target.ts'

/** Shows how much of the contract was met, and fails when it is less than it should be. */
export async function report(options: ReportOptions): Promise<void> {
  const { world, out, min } = options
  const { contract } = await reached(options)
  const filter = world === undefined ? {} : { world }
  const coverage = await contract.coverage(filter)
  const text = await reportAs(formatOf(options), {
    contract,
    filter,
    coverage,
    paint: out === undefined ? paintFor(process.stdout) : plain,
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
  console.error(`maildouble: ${percent} % of the contract was met, and --min asks for ${min} %.`)
  process.exitCode = 1
}

function headline({ totals: { all } }: Schemas['ContractCoverage']): string {
  return `${all.percent} % of the contract was met: ${counted(all.met)} of ${counted(all.total)} parts.`
}

/** What was asked for, or what the file is called after. */
export function formatOf({ format, out = '' }: Pick<ReportOptions, 'format' | 'out'>): NonNullable<ReportOptions['format']> {
  return format ?? ENDINGS.get(extname(out).toLowerCase()) ?? 'text'
}

const ENDINGS: ReadonlyMap<string, NonNullable<ReportOptions['format']>> = new Map([
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.md', 'markdown'],
  ['.json', 'json'],
])

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
