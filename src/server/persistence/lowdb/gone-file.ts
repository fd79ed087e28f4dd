import { readFile } from 'node:fs/promises'
import { checksumLine, checksumLines } from './line-checksums.ts'
import { errorCode, replaceFile } from './replace-file.ts'
import { FORMAT, readSavedText, UnusableFile } from './world-text.ts'

/** Stores the names whose owner is gone. */
export class GoneFile {
  readonly #path: string
  readonly #names: ReadonlySet<string>
  readonly #beforeRename: () => Promise<void>
  #isBehind = false

  constructor(path: string, names: ReadonlySet<string>, beforeRename: () => Promise<void>) {
    this.#path = path
    this.#names = names
    this.#beforeRename = beforeRename
  }

  /** Marks the file as missing some names. */
  add(): void {
    this.#isBehind = true
  }

  /** Writes the names unless the file is up to date. Calls must not overlap. */
  async write(): Promise<void> {
    if (!this.#isBehind) return
    this.#isBehind = false
    try {
      await replaceFile(this.#path, pieces(this.#names), this.#beforeRename)
    } catch (error) {
      this.#isBehind = true
      throw error
    }
  }
}

/** Reads the gone names; an absent file means there are none. Throws `UnusableFile` if the file is something else. */
export async function readGone(path: string): Promise<readonly string[]> {
  try {
    const { gone } = readSavedText(await readFile(path), ['gone']).content
    if (Array.isArray(gone) && gone.every((name) => typeof name === 'string')) return gone
    throw new UnusableFile('is not a list of names')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

function pieces(names: ReadonlySet<string>): Uint8Array[] {
  const head = `{\n  "maildouble": ${JSON.stringify({ format: FORMAT, kind: 'names that lead nowhere' })},\n`
  const rest = `  "gone": [${[...names].map((name) => `\n    ${JSON.stringify(name)}`).join(',')}\n  ]\n}\n`
  return [Buffer.from(head + checksumLine(checksumLines(head) + checksumLines(rest)) + rest)]
}
