import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Where Debian installs programs for administrators. */
const MORE_FOLDERS = ['/usr/local/sbin', '/usr/sbin']

/** The path of the first installed program of the given ones, if any. */
export function programPath(...names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':').filter((folder) => folder !== ''), ...MORE_FOLDERS]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/**
 * Whether tests may be skipped if their requirements are missing on this machine: on private machines, but not in the project's own
 * runs.
 */
export const maySkip = ['', '0', 'false', undefined].includes(process.env['CI'])

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
