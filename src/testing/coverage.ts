import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Maildouble } from '../client/index.ts'

/** Writes what the tests met of the contract to a file: as a page, as Markdown or as JSON, as its name ends. */
export async function writeCoverage(maildouble: Maildouble, file: string | undefined): Promise<void> {
  if (file === undefined) return
  const text = await reportFor(maildouble, file)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

async function reportFor({ contract }: Maildouble, file: string): Promise<string> {
  if (/\.html?$/i.test(file)) return contract.coverageAs('html')
  if (/\.(?:md|markdown)$/i.test(file)) return contract.coverageAs('markdown')
  return JSON.stringify(await contract.coverage(), null, 2)
}
