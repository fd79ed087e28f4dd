import { lists } from '../../src/service/model/lists/list.ts'
import type { mock } from '../mock.ts'
import { expectBooksToBalance, expectPagesToAddUp } from './books.ts'
import { expectSalesToBalance } from './commerce-books.ts'
import { expectChannelsToBelong, expectContactsToBeMembers } from './contact-books.ts'
import { expectAppsToHaveTokens, expectContentToBalance, expectFilesToBalance, expectFoldersToCount } from './content-books.ts'
import { expectJourneysToBalance } from './journey-books.ts'
import { expectShopsToBalance } from './shop-books.ts'
import { expectSurveysToBalance } from './survey-books.ts'
import { expectPartsToAddUp, expectSubReportsToBalance } from './report-books.ts'

/** All laws that hold in a world at any instant, whether calls or a scenario made it. */
export async function expectWorldToBalance({ call, plant }: Pick<ReturnType<typeof mock>, 'call' | 'plant'>): Promise<void> {
  await plant(expectBooksToBalance)
  await plant(expectJourneysToBalance)
  await expectSalesToBalance({ call, plant })
  await expectShopsToBalance({ call, plant })
  await plant(expectContentToBalance)
  await expectFoldersToCount(call)
  await expectSubReportsToBalance({ call, plant })
  await expectPartsToAddUp({ call, plant })
  await expectAppsToHaveTokens({ call, plant })
  await expectFilesToBalance({ call, plant })
  await plant(expectChannelsToBelong)
  await expectSurveysToBalance({ call, plant })
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
