import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../../src/persistence/store.ts'
import { openLowdbStore } from '../../../src/persistence/lowdb/lowdb-store.ts'
import { storeConformance } from '../conformance.ts'
import { doublesConformance } from '../doubles.ts'
import type { Opened } from '../opened.ts'

const options = { recover: false, log: () => {} }

async function open(): Promise<Opened> {
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
      'lets no other process take on what one has',
      'lets another process take on what one has given back, and nobody give back what another has',
      'lets another process take on what one has had for too long, and not what it goes on with',
      'gives what is taken on to one of many that ask at once',
      'lets others see at once what one has written',
      'lets one of two processes win that write at once',
      'lets one of two processes make a world that both begin at once',
      'tells what others write and take out, and not what it writes itself',
      'lets the others go on when it is closed',
    ],
  },
])

doublesConformance('a folder of lowdb', open)
