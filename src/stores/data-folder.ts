import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreError } from '../host/store.ts'
import { moveAside } from './aside.ts'
import { readGone } from './gone-file.ts'
import { FOLDER_MODE, isTemp, syncFolder } from './replace-file.ts'
import { reasonOf } from './system-error.ts'
import { readWorld, Unusable, type WorldData } from './world-text.ts'

/** Ids come from requests, and become names of files. */
const ID = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Whether a text can be the id of a world. */
export function isId(text: string): boolean {
  return ID.test(text)
}

/** The file of a world. */
export function worldPath(folder: string, id: string): string {
  return join(folder, 'worlds', `${id}.json`)
}

/** The file of names whose owner is gone. */
export function gonePath(folder: string): string {
  return join(folder, 'gone.json')
}

/** Makes a folder for worlds, where there is none. */
export async function makeFolder(folder: string): Promise<void> {
  const worlds = join(folder, 'worlds')
  try {
    const first = await mkdir(worlds, { recursive: true, mode: FOLDER_MODE })
    if (first === undefined) return
    // A file is no safer than the folders that it is in.
    for (let made = worlds; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
  } catch (error) {
    throw new StoreError(`Worlds cannot be kept in ${folder}: ${reasonOf(error)}. Choose another folder.`, { cause: error })
  }
}

/** How unusable files are met. */
export interface Reading {
  /** Whether they are moved aside. */
  readonly recover: boolean
  readonly log: (text: string) => void
}

/** What is in a folder that this process holds; throws a `StoreError` that names each file that cannot be used. */
export async function readFolder(
  folder: string,
  { recover, log }: Reading,
): Promise<{ readonly worlds: ReadonlyMap<string, WorldData>; readonly gone: readonly string[] }> {
  const problems: string[] = []
  const tryOut = async <T>(path: string, name: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof Unusable)) throw new StoreError(`${path} cannot be read: ${reasonOf(error)}.`, { cause: error })
      if (recover) log(`${path} ${error.message}. It was moved to ${await moveAside(folder, path, name)}.`)
      else problems.push(problemOf(path, error))
      return undefined
    }
  }
  const worlds = new Map<string, WorldData>()
  for (const entry of (await entriesOf(join(folder, 'worlds'))).toSorted()) {
    const path = join(folder, 'worlds', entry)
    if (isTemp(entry)) await rm(path, { force: true })
    const id = entry.endsWith('.json') ? entry.slice(0, -'.json'.length) : ''
    if (!isId(id)) continue
    const world = await tryOut(path, id, async () => readWorld(id, await readFile(path)))
    if (world) worlds.set(id, world)
  }
  const gone = await tryOut(gonePath(folder), 'gone', () => readGone(gonePath(folder)))
  for (const entry of await entriesOf(folder)) if (isTemp(entry)) await rm(join(folder, entry), { force: true })
  if (problems.length > 0) throw new StoreError(problems.join('\n'))
  return { worlds, gone: gone ?? [] }
}

function problemOf(path: string, { message, remedy = 'Put a copy of it back' }: Unusable): string {
  return `${path} ${message}. Nothing was changed. ${remedy}; or start with --recover, which moves the file aside, and what it held begins anew.`
}

async function entriesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
}
