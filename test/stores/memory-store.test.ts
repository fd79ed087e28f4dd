import { MemoryStore } from '../../src/stores/memory-store.ts'
import { storeConformance } from './conformance.ts'

storeConformance('a store in memory', async () => {
  const memory = new MemoryStore()
  return { store: memory, another: async () => memory.view(), end: async () => {} }
})
