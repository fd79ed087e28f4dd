import { constants } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Adapter, Low } from 'lowdb'
import type { Millis } from '../../support/time.ts'
import type { StoreChange, Stored, Version } from '../store.ts'
import { replaceFile } from './replace-file.ts'
import { readWorld, RecordLines, type WorldData, worldPieces } from './world-text.ts'

/** What is written must be readable again as one text. */
const WORLD_BYTES_MAX = constants.MAX_STRING_LENGTH

/**
 * Reads and writes one world for lowdb. Its own adapters make text of everything at each write, and leave it to the system when
 * that reaches the disk.
 */
export class WorldFile implements Adapter<WorldData> {
  readonly #id: string
  readonly #path: string
  readonly #lastly: () => Promise<void>

  constructor(id: string, path: string, lastly: () => Promise<void>) {
    this.#id = id
    this.#path = path
    this.#lastly = lastly
  }

  async read(): Promise<WorldData> {
    return readWorld(this.#id, await readFile(this.#path))
  }

  async write(data: WorldData): Promise<void> {
    const pieces = worldPieces(this.#id, data)
    const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
    if (bytes > WORLD_BYTES_MAX)
      throw new Error(`it would have ${bytes} bytes, and a file can have ${WORLD_BYTES_MAX}; use --store`)
    await replaceFile(this.#path, pieces, this.#lastly)
  }
}

/** A world as it stands in its file. One thing at a time is done with it. */
export class SavedWorldFile {
  readonly #low: Low<WorldData>

  constructor(id: string, path: string, data: WorldData, lastly: () => Promise<void>) {
    this.#low = new Low(new WorldFile(id, path, lastly), data)
  }

  /** One that has no file yet. What its versions begin with is its own, so that no other life of the same id has them. */
  static fresh(id: string, path: string, lastly: () => Promise<void>): SavedWorldFile {
    const version = `${randomBytes(8).toString('hex')}-0`
    return new SavedWorldFile(id, path, { version, names: new Set(), due: undefined, lines: new RecordLines() }, lastly)
  }

  get version(): Version {
    return this.#low.data.version
  }

  get names(): ReadonlySet<string> {
    return this.#low.data.names
  }

  get due(): Millis | undefined {
    return this.#low.data.due
  }

  get lines(): Pick<RecordLines, 'get'> {
    return this.#low.data.lines
  }

  /** Its records; none for who knows them already. */
  read(since: Version | undefined): Stored {
    const { version, lines } = this.#low.data
    if (since === version) return { version, isWhole: false, records: new Map() }
    return { version, isWhole: true, records: new Map([...lines.entries()].map(([name, text]) => [name, JSON.parse(text)])) }
  }

  /** Writes a change; if that fails, all is as it was. */
  async write({ isWhole, records, due }: StoreChange, gained: readonly string[], lost: readonly string[]): Promise<void> {
    const before = this.#low.data
    const lines = isWhole ? new RecordLines(records) : before.lines
    const undo = isWhole ? () => {} : lines.change(records)
    const [life, number] = before.version.split('-')
    const names = new Set([...before.names, ...gained])
    for (const name of lost) names.delete(name)
    this.#low.data = { version: `${life}-${Number(number) + 1}`, names, due, lines }
    try {
      await this.#low.write()
    } catch (error) {
      undo()
      this.#low.data = before
      throw error
    }
  }
}
