import { readdir, readFile, realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'

/** Reads a file below a part of a folder. Returns `undefined` if it does not exist or lies outside, also through symbolic links. */
export async function readBelow(folder: string, part: string, path: string): Promise<string | undefined> {
  return unlessMissing(async () => {
    const file = await fileBelow(folder, part, path)
    return file === undefined ? undefined : readFile(file, 'utf8')
  })
}

/** The names, without extension, of the files of a part of a folder with some extensions, in alphabetical order. */
export async function fileNamesIn(folder: string, part: string, endings: readonly string[]): Promise<string[]> {
  const entries = (await unlessMissing(() => readdir(resolve(folder, part), { withFileTypes: true }))) ?? []
  const names = new Set<string>()
  for (const entry of entries) {
    const ending = endings.find((each) => entry.name.endsWith(each))
    if (ending === undefined || entry.isDirectory()) continue
    if (entry.isSymbolicLink() && !(await unlessMissing(() => fileBelow(folder, part, entry.name)))) continue
    names.add(entry.name.slice(0, -ending.length))
  }
  return [...names].toSorted()
}

/** Resolves a path below a part of a folder. Returns `undefined` if it lies outside. */
async function fileBelow(folder: string, part: string, path: string): Promise<string | undefined> {
  const home = await realpath(folder)
  const room = await realpath(resolve(home, part))
  if (room !== home && !room.startsWith(home + sep)) return undefined
  const wanted = resolve(room, path)
  if (!wanted.startsWith(room + sep)) return undefined
  const file = await realpath(wanted)
  return file.startsWith(room + sep) ? file : undefined
}

async function unlessMissing<Result>(look: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await look()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_FILE.has(String(error.code))
}

/** Error codes of the file system for a path without a file. */
const NO_FILE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'])
