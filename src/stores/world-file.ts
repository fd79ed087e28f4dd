import { constants } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import type { Adapter } from 'lowdb'
import { replaceFile } from './replace-file.ts'
import { readWorld, worldPieces, type WorldData } from './world-text.ts'

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
