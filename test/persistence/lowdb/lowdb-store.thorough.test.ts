import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../../src/server/persistence/store.ts'
import { openLowdbStore } from '../../../src/server/persistence/lowdb/lowdb-store.ts'
import { storeConformance } from '../conformance.ts'
import { doublesConformance } from '../doubles.ts'
import type { OpenedStore } from '../open-store.ts'

const options = { recover: false, log: () => {} }

async function open(): Promise<OpenedStore> {
  const folder = await mkdtemp(join(tmpdir(), 'maildouble-'))
  let last: Store = await openLowdbStore(folder, options)
  return {
    store: last,
    another: async () => {
      await last.close()
      return (last = await openLowdbStore(folder, options))
    },
    end: async () => {
      await last.close()
      await rm(folder, { recursive: true })
    },
  }
}

storeConformance('a folder of lowdb', open, [
  {
    reason: 'A folder is held by one process: there is no other one to take something on, to be told, or to win.',
    tests: [
      'lets no other process claim a claimed task',
      "lets another process claim a released task, and lets no process release another's claim",
      'lets another process claim a task whose claim expired, but not a renewed one',
      'gives a task to one of many concurrent claims',
      'shows a write to other processes immediately',
      'accepts one of two concurrent writes by different processes',
      'lets one of two processes create a world that both create at once',
      'reports writes and removals by other processes, but not its own',
      'does not affect other processes when it is closed',
    ],
  },
])

doublesConformance('a folder of lowdb', open)
