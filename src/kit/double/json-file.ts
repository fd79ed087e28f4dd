import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileProblem } from '../../kernel/support/file-error.ts'
import { whyNotJson } from '../../kernel/support/json-fault.ts'

/** Reads a JSON file of the user. @throws Error in one sentence that says why it cannot be read. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(fileProblem(path, error), { cause: error })
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${path} is not JSON: ${whyNotJson(text)}.`)
  }
}

/** Writes a JSON file for the user, indented, whose folder is created. @throws Error in one sentence that says why it cannot be written. */
export async function writeJsonFile(path: string, value: unknown): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `${JSON.stringify(value, undefined, 1)}\n`)
  } catch (error) {
    throw new Error(fileProblem(path, error), { cause: error })
  }
}
