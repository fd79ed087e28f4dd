import { expect } from 'vitest'
import { campaigns } from '../../src/resources/campaigns/campaign.ts'
import { folderAt } from '../../src/resources/folders/folder.ts'
import { landingPages } from '../../src/resources/landing-pages/page.ts'
import { pageVisits } from '../../src/resources/landing-pages/visit.ts'
import { templateNameKey } from '../../src/resources/templates/make.ts'
import { templates } from '../../src/resources/templates/template.ts'
import type { Tx } from '../../src/world/tx.ts'
import type { mock } from '../mock.ts'

/** Filed items must be in a folder of their kind, and visible pages must have content. */
export function expectContentToBalance(tx: Tx): void {
  for (const template of tx.range(templates.key).all()) {
    if (template.folder_id !== '') expect(folderAt(tx, 'template', template.folder_id)).toBeDefined()
    expect(template.name_key).toBe(templateNameKey(template.name))
    expect(template.edited_by === '').toBe(template.date_edited === 0)
  }
  for (const { folder_id } of tx.range(campaigns.key).all()) {
    if (folder_id !== '') expect(folderAt(tx, 'campaign', folder_id)).toBeDefined()
  }
  for (const page of tx.range(landingPages.key).all()) {
    expect(page.published === undefined).toBe(page.published_at === 0)
    if (page.status === 'published') expect(page.published).toBeDefined()
    if (page.status === 'unpublished') expect(page.unpublished_at).toBeGreaterThan(0)
  }
  for (const { page_id } of tx.range(pageVisits.key).all()) {
    expect(tx.first(landingPages.key, { id: page_id }), 'visits of a deleted page').toBeDefined()
  }
}

/** The count of a folder must equal the total of the collection that it links to. */
export async function expectFoldersToCount(call: ReturnType<typeof mock>['call']): Promise<void> {
  const { body } = await call('GET /3.0/template-folders?count=1000')
  for (const { id, count } of body.folders) {
    const { body: inside } = await call(`GET /3.0/templates?folder_id=${id}&count=1000`)
    expect([inside.total_items, inside.templates.length]).toEqual([count, count])
  }
}
