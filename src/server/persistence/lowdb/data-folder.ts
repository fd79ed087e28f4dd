import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreError } from '../store.ts'
import { errorCode, FILE_MODE, FOLDER_MODE, isTemp, explainFileError, syncFolder, replaceFile } from './replace-file.ts'
import { namesInFile, readWorld, UnusableFile, type WorldData, FORMAT, readSavedText } from './world-text.ts'
import { checksumLine, checksumLines } from './line-checksums.ts'

/** Ids come from requests and become file names. */
const ID = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Whether a text is a valid world id. */
export function isId(text: string): boolean {
  return ID.test(text)
}

/** The file of a world. */
export function worldPath(folder: string, id: string): string {
  return join(folder, 'worlds', `${id}.json`)
}

/** The file of the names whose owner is gone. */
export function gonePath(folder: string): string {
  return join(folder, 'gone.json')
}

/** Creates a data folder if it doesn't exist. */
export async function makeDataFolder(folder: string): Promise<void> {
  const worlds = join(folder, 'worlds')
  try {
    const first = await mkdir(worlds, { recursive: true, mode: FOLDER_MODE })
    if (first === undefined) return
    // A synced file survives a crash only if its parent folders are synced too.
    for (let made = worlds; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
  } catch (error) {
    throw new StoreError(`Worlds cannot be stored in ${folder}: ${explainFileError(error)}. Choose another folder.`, {
      cause: error,
    })
  }
}

/** A world whose file can't be read. */
export interface UnreadableFile {
  readonly reason: string
  readonly remedy: string
  /** The names of the world, as far as they can be made out. */
  readonly names: readonly string[]
}

interface FolderContents {
  readonly worlds: ReadonlyMap<string, WorldData>
  readonly unreadable: ReadonlyMap<string, UnreadableFile>
  readonly gone: readonly string[]
}

export interface ReadFolderOptions {
  /** Whether an unreadable file of gone names is moved to quarantine. */
  readonly recover: boolean
  readonly log: (text: string) => void
}

/**
 * Reads a folder that this process has locked. Throws a `StoreError` if the file of gone names can't be read and `recover` is not
 * set.
 */
export async function readFolder(folder: string, { recover, log }: ReadFolderOptions): Promise<FolderContents> {
  const worlds = new Map<string, WorldData>()
  const unreadable = new Map<string, UnreadableFile>()
  for (const entry of (await listFiles(join(folder, 'worlds'))).toSorted()) {
    const path = join(folder, 'worlds', entry)
    if (isTemp(entry)) await rm(path, { force: true })
    const id = entry.endsWith('.json') ? entry.slice(0, -'.json'.length) : ''
    if (!isId(id)) continue
    let bytes: Uint8Array = new Uint8Array()
    try {
      bytes = await readFile(path)
      worlds.set(id, readWorld(id, bytes))
    } catch (error) {
      unreadable.set(id, { ...describeUnreadable(path, error), names: namesInFile(bytes) })
    }
  }
  const path = gonePath(folder)
  const gone = await readGone(path).catch(async (error: unknown) => {
    const { reason, remedy } = describeUnreadable(path, error)
    if (!recover || !(error instanceof UnusableFile)) throw new StoreError(`${reason} ${remedy}`, { cause: error })
    log(`${reason} It was moved to ${await quarantineFile(folder, path, 'gone')}.`)
    return []
  })
  for (const entry of await listFiles(folder)) if (isTemp(entry)) await rm(join(folder, entry), { force: true })
  return { worlds, unreadable, gone }
}

/** The problem with a file, and its remedy. */
function describeUnreadable(path: string, error: unknown): Pick<UnreadableFile, 'reason' | 'remedy'> {
  if (!(error instanceof UnusableFile))
    return { reason: `${path} cannot be read: ${explainFileError(error)}.`, remedy: 'Make the file readable.' }
  const { message, remedy = 'Restore a backup of it' } = error
  return {
    reason: `${path} ${message}.`,
    remedy: `Nothing was changed. ${remedy}; or start with --recover, which moves the file aside.`,
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
}

/** Moves a file to quarantine without overwriting anything there. Returns the new path. */
export async function quarantineFile(folder: string, path: string, name: string): Promise<string> {
  const aside = join(folder, 'aside')
  await mkdir(aside, { recursive: true, mode: FOLDER_MODE })
  for (let number = 1; ; number++) {
    const target = join(aside, `${name}.${number}.json`)
    try {
      // An empty file reserves the name.
      await (await open(target, 'wx', FILE_MODE)).close()
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw error
    }
    try {
      await rename(path, target)
    } catch (error) {
      await rm(target, { force: true }).catch(() => {})
      throw error
    }
    for (const changed of [folder, aside, dirname(path)]) await syncFolder(changed)
    return target
  }
}

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
async function readGone(path: string): Promise<readonly string[]> {
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
