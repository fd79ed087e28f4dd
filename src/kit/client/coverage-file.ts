import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Maildouble } from './connect.ts'

/** The formats of reports, by the extensions of their files. */
const FORMATS = new Map([
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
  ['.json', 'json'],
] as const)

/** A file for contract coverage, in the format of its extension. */
interface CoverageFile {
  readonly file: string
  readonly format: 'html' | 'markdown' | 'json'
}

/** Reads the name of a file that `option` gave. Throws an error if its extension is that of no report. */
export function readCoverageFile(file: string, option: string): CoverageFile {
  const [, format] = [...FORMATS].find(([ending]) => file.toLowerCase().endsWith(ending)) ?? []
  if (format !== undefined) return { file, format }
  const endings = [...FORMATS.keys()].join(', ')
  throw new Error(`${option} ${file} has no extension of a report: ${endings}. Use one of them.`)
}

/** Writes contract coverage to a file, whose folder is created. */
export async function writeCoverage(
  contract: Maildouble['contract'],
  { file, format }: CoverageFile,
  filter: { readonly world?: string } = {},
): Promise<void> {
  const isJson = format === 'json'
  const text = isJson
    ? `${JSON.stringify(await contract.coverage(filter), null, 2)}\n`
    : await contract.coverageAs(format, filter)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
