import { describe, expect, test } from 'vitest'
import { lists } from '../../src/resources/lists/list.ts'
import { expectBooksToBalance, expectPagesToAddUp } from './books.ts'
import { expectChannelsToBelong, expectContactsToBeMembers } from './contact-books.ts'
import { expectAppsToHaveTokens, expectContentToBalance, expectFilesToBalance, expectFoldersToCount } from './content-books.ts'
import { expectSubReportsToBalance } from './report-books.ts'
import { rowsWith } from './addresses.ts'
import { walk } from './walk.ts'

/** Number of walks in all, in four files so that they run in parallel. */
const WALKS = Number(process.env['WALKS'] ?? 200)
const FILES = 4

/** A quarter of the walks over all operations, triggers and time, with seeds derived from its name. */
export function describeWalks(quarter: string): void {
  describe('a random walk over every operation', () => {
    test.each(Array.from({ length: Math.ceil(WALKS / FILES) }, (_, i) => `${quarter}-${i}`))(
      '%s raises no Defect, rejects without side effects, keeps its address out of rows, and leaves balanced books',
      expectGoodWalk,
    )
  })
}

async function expectGoodWalk(seed: string): Promise<void> {
  const { call, plant, defects, handle } = await walk(seed)
  expect(defects).toEqual([])
  expect(rowsWith(handle().world.base_url, handle().world)).toEqual([])
  await plant(expectBooksToBalance)
  await plant(expectContentToBalance)
  await expectFoldersToCount(call)
  await expectSubReportsToBalance({ call, plant })
  await expectAppsToHaveTokens({ call, plant })
  await expectFilesToBalance({ call, plant })
  await plant(expectChannelsToBelong)
  await expectPagesToAddUp(call, '/3.0/lists', 'lists')
  await expectPagesToAddUp(call, '/3.0/reports', 'reports')
  await expectPagesToAddUp(call, '/3.0/conversations', 'conversations')
  await expectPagesToAddUp(call, '/3.0/template-folders', 'folders')
  await expectPagesToAddUp(call, '/3.0/templates', 'templates')
  await expectPagesToAddUp(call, '/3.0/file-manager/files', 'files')
  await expectPagesToAddUp(call, '/3.0/file-manager/folders', 'folders')
  await expectPagesToAddUp(call, '/3.0/landing-pages', 'landing_pages')
  for (const { id } of await plant((tx) => tx.range(lists.key).all())) {
    await expectPagesToAddUp(call, `/3.0/lists/${id}/members`, 'members')
    await expectPagesToAddUp(call, `/3.0/lists/${id}/segments`, 'segments')
    await expectContactsToBeMembers({ call, plant }, id)
  }
}
