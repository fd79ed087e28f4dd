import { readFile } from 'node:fs/promises'
import { checksumLine, checksumsOf } from './line-checksums.ts'
import { codeOf, replaceFile } from './replace-file.ts'
import { FORMAT, readSavedText, UnusableFile } from './world-text.ts'

/** Keeps the names whose owner is gone; those who ask at once share a write. */
export class GoneFile {
  readonly #path: string
  readonly #names: ReadonlySet<string>
  readonly #lastly: () => Promise<void>
  #isBehind = false
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(path: string, names: ReadonlySet<string>, lastly: () => Promise<void>) {
    this.#path = path
    this.#names = names
    this.#lastly = lastly
  }

  /** Says that there are names which the file does not have. */
  add(): void {
    this.#isBehind = true
  }

  /** Writes the names, unless the file has them. */
  async write(): Promise<void> {
    // What runs already may have begun before the last name came.
    if (this.#isBehind) this.#next ??= (this.#running ?? Promise.resolve()).catch(() => {}).then(() => this.#run())
    await (this.#next ?? this.#running)
  }

  #run(): Promise<void> {
    this.#next = undefined
    this.#isBehind = false
    this.#running = replaceFile(this.#path, pieces(this.#names), this.#lastly).catch((error: unknown) => {
      this.#isBehind = true
      throw error
    })
    return this.#running
  }
}

/** Reads such a file; there is none before a first name is gone. Throws `Unusable` if it is another one. */
export async function readGone(path: string): Promise<readonly string[]> {
  try {
    const { gone } = readSavedText(await readFile(path), ['gone']).content
    if (Array.isArray(gone) && gone.every((name) => typeof name === 'string')) return gone
    throw new UnusableFile('is no list of names')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

function pieces(names: ReadonlySet<string>): Uint8Array[] {
  const head = `{\n  "maildouble": ${JSON.stringify({ format: FORMAT, kind: 'names that lead nowhere' })},\n`
  const rest = `  "gone": [${[...names].map((name) => `\n    ${JSON.stringify(name)}`).join(',')}\n  ]\n}\n`
  return [Buffer.from(head + checksumLine(checksumsOf(head) + checksumsOf(rest)) + rest)]
}
