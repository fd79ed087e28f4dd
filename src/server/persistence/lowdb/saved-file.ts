import { constants } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Adapter, Low } from 'lowdb'
import type { Millis } from '../../../kernel/support/time.ts'
import type { StoreChange, StoredWorld, StoreVersion } from '../store.ts'
import { replaceFile } from './replace-file.ts'
import { readWorld, RecordLines, type WorldData, worldPieces } from './world-text.ts'

/** The file must be readable again as one string. */
const WORLD_BYTES_MAX = constants.MAX_STRING_LENGTH

/** The lowdb adapter of one world. lowdb's own adapters serialize everything on each write and don't sync to disk. */
class WorldFile implements Adapter<WorldData> {
  readonly #id: string
  readonly #path: string
  readonly #beforeRename: () => Promise<void>

  constructor(id: string, path: string, beforeRename: () => Promise<void>) {
    this.#id = id
    this.#path = path
    this.#beforeRename = beforeRename
  }

  async read(): Promise<WorldData> {
    return readWorld(this.#id, await readFile(this.#path))
  }

  async write(data: WorldData): Promise<void> {
    const pieces = worldPieces(this.#id, data)
    const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
    if (bytes > WORLD_BYTES_MAX)
      throw new Error(`it would have ${bytes} bytes, and a file can have ${WORLD_BYTES_MAX}; use --store`)
    await replaceFile(this.#path, pieces, this.#beforeRename)
  }
}

/** A saved world and its file. Calls must not overlap. */
export class SavedWorldFile {
  readonly #low: Low<WorldData>

  constructor(id: string, path: string, data: WorldData, beforeRename: () => Promise<void>) {
    this.#low = new Low(new WorldFile(id, path, beforeRename), data)
  }

  /**
   * A world that has no file yet. Its versions start with a random token, so that they differ from versions of earlier worlds with the
   * same id.
   */
  static create(id: string, path: string, beforeRename: () => Promise<void>): SavedWorldFile {
    const version = `${randomBytes(8).toString('hex')}-0`
    return new SavedWorldFile(id, path, { version, names: new Set(), due: undefined, lines: new RecordLines() }, beforeRename)
  }

  get version(): StoreVersion {
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

  /** The world's records; empty if the caller already knows this version. */
  read(since: StoreVersion | undefined): StoredWorld {
    const { version, lines } = this.#low.data
    if (since === version) return { version, isWhole: false, records: new Map() }
    return { version, isWhole: true, records: new Map([...lines.entries()].map(([name, text]) => [name, JSON.parse(text)])) }
  }

  /** Writes a change. If that fails, the previous state remains. */
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
