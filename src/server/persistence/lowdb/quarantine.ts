import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode, FILE_MODE, FOLDER_MODE, syncFolder } from './replace-file.ts'

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
