import { writeFile } from 'node:fs/promises'
import { formatOfFile } from '../../../kernel/support/report-file.ts'
import { exitStatusOf, type Result } from '../../drift/result.ts'
import { paintFor } from '../output.ts'
import { resultPage } from './html.ts'
import { resultText } from './text.ts'

export interface ResultFiles {
  /** A file for the report; its extension names the format: HTML, text or JSON. */
  readonly out?: string
  /** A file for the report as JSON. */
  readonly json?: string
  /** Whether what was not seen is listed. */
  readonly unseen?: boolean
}

const FORMATS = ['html', 'text', 'json'] as const

/** Throws if a name of a file fits no format, before anything is compared. */
export function assertWritable({ out }: ResultFiles): void {
  if (out !== undefined) formatOfFile(out, FORMATS, { name: '--out' })
}

/** Prints a result and writes its files. Sets the exit status: 0 agrees, 1 differs, 2 could not tell. */
export async function writeResult(result: Result, { out, json, unseen = false }: ResultFiles): Promise<void> {
  const asJson = (): string => `${JSON.stringify(result, undefined, 2)}\n`
  const makers = { html: () => resultPage(result), text: () => resultText(result, { unseen }), json: asJson }
  if (out !== undefined) await write(out, makers[formatOfFile(out, FORMATS, { name: '--out' })]())
  if (json !== undefined) await write(json, asJson())
  for (const file of [out, json]) if (file !== undefined) console.log(`The report is in ${file}.`)
  process.stdout.write(resultText(result, { paint: paintFor(process.stdout), unseen }))
  process.exitCode = exitStatusOf(result)
}

/** A report may hold data of an account, so only its owner can read it. */
async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 }).catch((error: Error) => {
    throw new Error(`The report cannot be written to ${file} (${error.message}).`, { cause: error })
  })
}
