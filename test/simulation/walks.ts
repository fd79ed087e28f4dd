import { describe, expect, test } from 'vitest'
import { expectWorldToBalance } from './all-books.ts'
import { rowsWith } from './addresses.ts'
import { walk } from './walk.ts'

/** Number of walks in all, in four files so that they run in parallel. */
const WALKS = Number(process.env['WALKS'] ?? 40)
const FILES = 4

/** A quarter of the walks over all operations, triggers and time, with seeds derived from its name. */
export function describeWalks(quarter: string): void {
  describe('a random walk over every operation', () => {
    test.each(Array.from({ length: Math.ceil(WALKS / FILES) }, (_, i) => `${quarter}-${i}`))(
      'the random walk %s raises no Defect, rejects without side effects, keeps its address out of rows, changes no past day of a list, and leaves balanced books',
      expectGoodWalk,
    )
  })
}

async function expectGoodWalk(seed: string): Promise<void> {
  const { call, plant, defects, handle } = await walk(seed)
  expect(defects).toEqual([])
  expect(rowsWith(handle().world.base_url, handle().world)).toEqual([])
  await expectWorldToBalance({ call, plant })
}
