import { MemoryStore } from './memory-store.ts'
import { storeConformance } from './conformance.ts'
import { doublesConformance } from './doubles.ts'
import type { OpenedStore } from './open-store.ts'

async function open(): Promise<OpenedStore> {
  const memory = new MemoryStore()
  return { store: memory, another: async () => memory.view(), end: async () => {} }
}

storeConformance('a store in memory', open)
doublesConformance('a store in memory', open)
