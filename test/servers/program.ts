import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Where Debian puts what only administrators usually start. */
const MORE_FOLDERS = ['/usr/local/sbin', '/usr/sbin']

/** Where the first of some programs is on this machine, if one is there. */
export function programPath(...names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':').filter((folder) => folder !== ''), ...MORE_FOLDERS]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Whether tests may be skipped that need what this machine does not have: where it is somebody's own, but not where they are run for the project. */
export const maySkip = ['', '0', 'false', undefined].includes(process.env['CI'])

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
