import { expect } from 'vitest'
import { campaigns } from '../../src/service/model/campaigns/campaign.ts'
import { fileContents, files } from '../../src/service/model/files/file.ts'
import { folderAt } from '../../src/service/model/folders/folder.ts'
import { landingPages, pageVisits } from '../../src/service/model/landing-pages/page.ts'
import { apps } from '../../src/service/model/oauth/client.ts'
import { tokens } from '../../src/service/model/oauth/token.ts'
import { templateNameKey } from '../../src/service/rules/templates/make.ts'
import { templates } from '../../src/service/model/templates/template.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
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

/** Each file is in an existing folder, each content belongs to a file, and the sizes and counts add up. */
export async function expectFilesToBalance({ call, plant }: Pick<ReturnType<typeof mock>, 'call' | 'plant'>): Promise<void> {
  const { body } = await call('GET /3.0/file-manager/files?count=1000')
  const { body: folders } = await call('GET /3.0/file-manager/folders?count=1000')
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
  const sizes: readonly { readonly size: number; readonly folder_id: number }[] = body.files
  expect(body.total_file_size).toBe(sum(sizes.map(({ size }) => size)))
  const counts: readonly { readonly file_count: number }[] = folders.folders
  const filed = sum(counts.map(({ file_count }) => file_count))
  expect(filed + sizes.filter(({ folder_id }) => folder_id === 0).length).toBe(body.total_items)
  await plant((tx) => {
    const hashes = tx
      .range(files.key)
      .all()
      .map(({ content }) => content)
    const contents = tx
      .range(fileContents.key)
      .all()
      .map(({ hash }) => hash)
    expect(contents.toSorted()).toEqual([...new Set(hashes)].toSorted())
  })
}

/** The authorized applications are exactly the applications with a valid token. */
export async function expectAppsToHaveTokens({ call, plant }: Pick<ReturnType<typeof mock>, 'call' | 'plant'>): Promise<void> {
  const { body } = await call('GET /3.0/authorized-apps?count=1000')
  const ids: readonly number[] = body.apps.map(({ id }: { id: number }) => id)
  await plant((tx) => {
    const listed = ids.map((id) => tx.first(apps.key, { id })?.client_id)
    const live = tx.range(tokens.byStatus, { status: 'valid' }).all()
    expect(listed.toSorted()).toEqual([...new Set(live.map(({ client_id }) => client_id))].toSorted())
  })
}

/** The count of a folder must equal the total of the collection that it links to. */
export async function expectFoldersToCount(call: ReturnType<typeof mock>['call']): Promise<void> {
  for (const kind of ['template', 'campaign']) {
    const { body } = await call(`GET /3.0/${kind}-folders?count=1000`)
    for (const { id, count } of body.folders) {
      const { body: inside } = await call(`GET /3.0/${kind}s?folder_id=${id}&count=1000`)
      expect([inside.total_items, inside[`${kind}s`].length], `the ${kind} folder ${id}`).toEqual([count, count])
    }
  }
}
