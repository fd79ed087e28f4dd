import { readFile } from 'node:fs/promises'
import { fileProblem } from '../../kernel/support/file-error.ts'
import { whyNotJson } from '../../kernel/support/json-fault.ts'
import { type Evidence, evidenceIn } from '../../server/control/coverage/evidence.ts'

/** Reads a file with the result of a comparison. @throws Error in one sentence that says why it cannot be used. */
export async function readEvidence(file: string): Promise<Evidence> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(fileProblem(file, error), { cause: error })
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(`${file} is not JSON: ${whyNotJson(text)}.`)
  }
  return evidenceIn(file, value)
}
