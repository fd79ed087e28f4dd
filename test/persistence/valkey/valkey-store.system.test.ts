import { afterAll, beforeAll, describe } from 'vitest'
import type { Store } from '../../../src/server/persistence/store.ts'
import { openValkeyStore } from '../../../src/server/persistence/valkey/valkey-store.ts'
import { startValkey, type ValkeyServer, withoutValkey } from '../../servers/valkey.ts'
import { storeConformance } from '../conformance.ts'
import { doublesConformance } from '../doubles.ts'
import type { OpenedStore } from '../open-store.ts'

describe.skipIf(withoutValkey)('a store in Valkey or Redis', () => {
  let valkey: ValkeyServer

  beforeAll(async () => {
    valkey = await startValkey()
  })
  afterAll(() => valkey.stop())

  async function open(): Promise<OpenedStore> {
    await valkey.ask('FLUSHALL')
    const opened: Store[] = []
    const another = async () => {
      const store = await openValkeyStore(valkey.url)
      opened.push(store)
      return store
    }
    const end = async () => void (await Promise.all(opened.map((store) => store.close())))
    return { store: await another(), another, end }
  }

  storeConformance('a store in Valkey or Redis', open)
  doublesConformance('a store in Valkey or Redis', open)
})
