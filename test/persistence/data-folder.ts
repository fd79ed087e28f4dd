import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Store } from '../../src/server/persistence/store.ts'
import { openLowdbStore } from '../../src/server/persistence/lowdb/lowdb-store.ts'

/** A folder for one test. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'maildouble-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A store in a folder, closed after the test, with its log. */
export async function openFolder(folder: string, recover = false): Promise<{ readonly store: Store; readonly logged: string[] }> {
  const logged: string[] = []
  const store = await openLowdbStore(folder, { recover, log: (text) => logged.push(text) })
  onTestFinished(() => store.close())
  return { store, logged }
}
