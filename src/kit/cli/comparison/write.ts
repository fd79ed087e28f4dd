import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf } from '../../../kernel/support/thrown.ts'
import { exitStatusOf, type Result } from '../../drift/result.ts'
import { paintFor } from '../output.ts'
import { resultText } from './text.ts'

export interface ResultOptions {
  /** A file for the report as JSON. */
  readonly json?: string
  /** Whether all causes and remarks are listed, and what was not seen. */
  readonly unseen?: boolean
}

/** Prints a result, and writes it to a file. Sets the exit status: 0 agrees, 1 differs, 2 could not tell. */
export async function writeResult(result: Result, { json, unseen = false }: ResultOptions): Promise<void> {
  process.stdout.write(resultText(result, { paint: paintFor(process.stdout), unseen }))
  process.exitCode = exitStatusOf(result)
  if (json === undefined) return
  await writePrivate(json, `${JSON.stringify(result, undefined, 2)}\n`)
  console.log(`The report is in ${json}.`)
}

/** Writes a report, whose folder is created. It may hold data of an account, so only its owner can read it, whatever was there before. */
async function writePrivate(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    const opened = await open(file, 'w', 0o600)
    await opened
      .chmod(0o600)
      .then(() => opened.writeFile(text))
      .finally(() => opened.close())
  } catch (error) {
    throw new Error(`The report cannot be written to ${file} (${messageOf(error)}).`, { cause: error })
  }
}
