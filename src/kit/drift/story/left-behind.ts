import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeControls } from '../../../kernel/support/escape.ts'
import { fileProblem } from '../../../kernel/support/file-error.ts'
import { isoMillis, type Millis } from '../../../kernel/support/time.ts'

/** The note of a run that it may have created something. It is on disk for as long as that may be true, also if the run is killed. */
interface RunNote {
  /** The name of the list, which no other list has. */
  readonly listName: string
  readonly file: string
  /** Removes the note: nothing is left behind. */
  readonly remove: () => Promise<void>
}

/**
 * Writes the note of a run before it creates anything.
 *
 * @throws Error in one sentence if it cannot be written.
 */
export async function writeNote(folder: string, host: string, at: Millis): Promise<RunNote> {
  const id = randomUUID()
  const began = isoMillis(at).slice(0, SECONDS)
  const listName = `maildouble drift ${began} ${id} (can be deleted)`
  const file = join(folder, `${id}.txt`)
  const text = `A run of maildouble drift --writes that began at ${began}Z has not deleted what it creates at ${host}, or is not at its end yet: a list named "${listName}".\n`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, text, { mode: 0o600, flush: true })
  } catch (error) {
    throw new Error(
      `${fileProblem(file, error)} Nothing was sent: without that file, a run that is killed could leave a list behind.`,
      {
        cause: error,
      },
    )
  }
  return { listName, file, remove: () => rm(file, { force: true }) }
}

const SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length

/** What earlier runs may have left behind, in a sentence or two for each. */
export async function readNotes(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.txt')).map((name) => join(folder, name))
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8').catch((error: unknown) => fileProblem(file, error))
      return `${escapeControls(text.trim())} If that list is still there, delete it by hand, and then the file ${file}.`
    }),
  )
}
