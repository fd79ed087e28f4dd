import { existsSync, watch } from 'node:fs'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import type { FSWatcher } from 'chokidar'
import { delay } from '../../kernel/support/time.ts'

/** Callbacks of `onPlaceTaken`. */
interface PlaceCallbacks {
  /** Something new exists at the path. */
  readonly taken: () => void
  /** The parent folder can't be watched. */
  readonly failed: (error: unknown) => void
}

/**
 * Calls back whenever a file or folder appears at a path, in place of another one or of none. Returns a function that stops
 * watching.
 */
function onPlaceTaken(path: string, { taken, failed }: PlaceCallbacks): () => void {
  const name = basename(path)
  try {
    const around = watch(dirname(path), (event, entry) => {
      // Not every system reports the name.
      if (event === 'rename' && (entry === null || entry === name) && existsSync(path)) taken()
    })
    around.on('error', failed)
    return () => around.close()
  } catch (error) {
    failed(error)
    return () => {}
  }
}

/** Editors write a file in several steps: it is read once nothing has changed for this long. */
const QUIET_MS = 100

/** Callbacks of `watchFolder`. */
interface WatchCallbacks {
  /** Files have changed and are stable. It is not called again before its promise has resolved. */
  readonly changed: (files: readonly string[]) => Promise<void>
  /** Part of the folder can't be watched. */
  readonly failed: (error: unknown) => void
}

/** Watches a scenario folder and calls back with the paths of changed files. Returns a function that stops watching. */
export async function watchFolder(folder: string, { changed, failed }: WatchCallbacks): Promise<() => void> {
  // Imported on first use: few servers watch a folder.
  const chokidar = await import('chokidar')
  const root = resolve(folder)
  const pathOf = (path: string): string => relative(root, path).replaceAll(sep, '/')
  const files = new Set<string>()
  let isBusy = false
  let isOver = false
  let wait = (): void => {}

  // If the system runs out of watches, every further file fails; it is reported once.
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
  // A folder that is deleted and created again is a new one: all its files have changed, and the old watcher no longer reports
  // anything.
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
    // The folder itself is reported if no file in it can be.
    const named = [...files].filter((file) => file !== '').toSorted()
    const paths = named.length > 0 ? named : [...files].map(() => '.')
    files.clear()
    if (paths.length === 0) return
    isBusy = true
    await changed(paths)
    isBusy = false
    if (files.size > 0) rest()
  }
}

/**
 * Scenarios are in the folder itself, and data sets in `fixtures/`; everything else, such as editors' temporary files, is ignored.
 */
function isOfNoUse(path: string, isFile: boolean): boolean {
  if (path === '') return false
  const names = path.split('/')
  if (names.some((name) => name.startsWith('.') || name.endsWith('~'))) return true
  if (names[0] === 'fixtures') return false
  return names.length > 1 || (isFile && !/\.(?:ya?ml|json)$/.test(path))
}
