import { existsSync, watch } from 'node:fs'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import type { FSWatcher } from 'chokidar'
import { delay } from '../support/time.ts'

/** Who hears of what comes to a place. */
interface Taking {
  /** Something new is there. */
  readonly taken: () => void
  /** The folder around it cannot be watched. */
  readonly failed: (error: unknown) => void
}

/** Calls back whenever a new file or folder comes to a path, in the place of another one or of none. What comes back ends that. */
export function onPlaceTaken(path: string, { taken, failed }: Taking): () => void {
  const name = basename(path)
  try {
    const around = watch(dirname(path), (event, entry) => {
      // Not every system says which entry it is.
      if (event === 'rename' && (entry === null || entry === name) && existsSync(path)) taken()
    })
    around.on('error', failed)
    return () => around.close()
  } catch (error) {
    failed(error)
    return () => {}
  }
}

/** Editors write a file in several steps: so long nothing must have changed before it is read. */
const QUIET_MS = 100

/** Who hears of a folder. */
export interface Watching {
  /** Some of its files have changed, and have come to rest. It is not called again before what it does has been done. */
  readonly changed: (files: readonly string[]) => Promise<void>
  /** Not all of it can be watched. */
  readonly failed: (error: unknown) => void
}

/** Watches a folder of scenarios, and calls back with the paths of what has changed. What comes back ends that. */
export async function watchFolder(folder: string, { changed, failed }: Watching): Promise<() => void> {
  // Few servers watch anything.
  const chokidar = await import('chokidar')
  const root = resolve(folder)
  const pathOf = (path: string): string => relative(root, path).replaceAll(sep, '/')
  const files = new Set<string>()
  let isBusy = false
  let isOver = false
  let wait = (): void => {}

  // Where there are no watches left, that is so for each file; those that are watched still are.
  let hasFailed = false
  const fail = (error: unknown): void => {
    if (!hasFailed) failed(error)
    hasFailed = true
  }
  const begin = (ignoreInitial: boolean): FSWatcher =>
    chokidar
      .watch(root, { ignoreInitial, ignored: (path, stats) => isOfNoUse(pathOf(path), stats?.isFile() ?? false) })
      .on('error', fail)
      .on('all', (_, path) => {
        files.add(pathOf(path))
        rest()
      })

  let watcher = begin(true)
  await new Promise<void>((done) => watcher.once('ready', done))
  // A folder that is removed and made anew is another one: all of it has changed, and the old one is told of no more.
  const leave = onPlaceTaken(root, {
    taken: () => {
      void watcher.close()
      watcher = begin(false)
    },
    failed: fail,
  })
  return () => {
    isOver = true
    wait()
    leave()
    void watcher.close()
  }

  function rest(): void {
    wait()
    if (!isBusy && !isOver) wait = delay(QUIET_MS, () => void tell())
  }

  async function tell(): Promise<void> {
    // The folder itself is named where nothing in it can be.
    const named = [...files].filter((file) => file !== '').toSorted()
    const told = named.length > 0 ? named : [...files].map(() => '.')
    files.clear()
    if (told.length === 0) return
    isBusy = true
    await changed(told)
    isBusy = false
    if (files.size > 0) rest()
  }
}

/** Scenarios lie in the folder itself and data sets in `fixtures/`; what editors put beside them is none of both. */
function isOfNoUse(path: string, isFile: boolean): boolean {
  if (path === '') return false
  const steps = path.split('/')
  if (steps.some((step) => step.startsWith('.') || step.endsWith('~'))) return true
  if (steps[0] === 'fixtures') return false
  return steps.length > 1 || (isFile && !/\.(?:ya?ml|json)$/.test(path))
}
