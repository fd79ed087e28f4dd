import { readdir, readFile, realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'

/** The text of a file below a part of a folder, if there is one. Whatever leads out of it, by links as well, is not there. */
export async function readBelow(folder: string, part: string, path: string): Promise<string | undefined> {
  try {
    const home = await realpath(folder)
    const room = await realpath(resolve(home, part))
    if (room !== home && !room.startsWith(home + sep)) return undefined
    const wanted = resolve(room, path)
    if (!wanted.startsWith(room + sep) || !(await realpath(wanted)).startsWith(room + sep)) return undefined
    return await readFile(wanted, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The names of the files of a folder with one of these endings, without it, in alphabetical order. */
export async function namesIn(folder: string, endings: readonly string[]): Promise<string[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const names = files.flatMap((file) => {
    const ending = endings.find((each) => file.endsWith(each))
    return ending === undefined ? [] : [file.slice(0, -ending.length)]
  })
  return [...new Set(names)].toSorted()
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_FILE.has(String(error.code))
}

/** What the file system says of a path at which there is no file. */
const NO_FILE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'])
