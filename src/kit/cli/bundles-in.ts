import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'

/** The ending of the names of bundles. */
const ENDING = '.bundle.json'

/** Maximum number of folders in a message. */
const NAMED_MAX = 5

/**
 * The bundles at a path: the file itself, or all bundles in the folder. The bundle with the name of the folder comes first. Throws an error with one
 * sentence that says why there are none.
 */
export async function bundlesIn(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined)
  // The reader of bundles says what is wrong with a missing file.
  if (!found?.isDirectory()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ENDING)).map(({ name }) => name)
  if (names.length === 0)
    throw new Error(
      await whyNone(
        path,
        entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
      ),
    )
  const own = basename(resolve(path))
  const isOwn = (name: string): boolean => name.startsWith(own)
  return names
    .toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)) || (one < other ? -1 : 1))
    .map((name) => join(path, name))
}

async function whyNone(path: string, folders: readonly string[]): Promise<string> {
  const having: string[] = []
  for (const folder of folders) {
    const names = await readdir(join(path, folder)).catch(() => [])
    if (names.some((name) => name.endsWith(ENDING))) having.push(join(path, folder))
  }
  const none = `The folder ${path} contains no bundle (*${ENDING}).`
  if (having.length === 0) return `${none} A failed test prints the folder that has its bundle.`
  const more = having.length > NAMED_MAX ? `, and ${having.length - NAMED_MAX} more` : ''
  return `${none} Name the folder of one test: ${having.toSorted().slice(0, NAMED_MAX).join(', ')}${more}.`
}
