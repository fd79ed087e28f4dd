import { existsSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

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
