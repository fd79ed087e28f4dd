import { describe, expect, test } from 'vitest'
import { campaigns } from '../../src/service/model/campaigns/campaign.ts'
import { makeCampaign } from '../../src/service/rules/campaigns/make.ts'
import { makeFolder } from '../../src/service/rules/folders/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeTemplate } from '../../src/service/rules/templates/make.ts'
import { mock } from '../mock.ts'

const KINDS = ['campaign', 'template'] as const
/** The first folder of each kind. */
const FIRST = { campaign: 'cccccccccc', template: 'aaaaaaaaaa' }
const GONE = { title: 'Resource Not Found', status: 404 }
const INSTANT = '2026-01-15T09:00:00+00:00'

/** A world with two folders of each kind, the first of which holds two campaigns or templates, and others in no folder. */
async function withFolders() {
  const world = mock()
  const list = await world.plant((tx) => {
    for (const kind of KINDS) makeFolder(tx, { id: FIRST[kind], kind, name: 'First' })
    for (const kind of KINDS) makeFolder(tx, { kind, name: 'Second' })
    const made = makeList(tx, { name: 'News' })
    for (const folder_id of [FIRST.campaign, FIRST.campaign, '']) makeCampaign(tx, made, { subject_line: 'Hats', folder_id })
    for (const folder_id of [FIRST.template, FIRST.template, '']) makeTemplate(tx, { name: 'T', html: '<p>', folder_id })
    return made
  })
  return { ...world, list }
}

describe('createCampaignFolder, createTemplateFolder', () => {
  test.each(KINDS)('a new %s folder is empty, and may have the name of another', async (kind) => {
    const { call } = await withFolders()
    const { body } = await call(`POST /3.0/${kind}-folders`, { name: 'First', id: FIRST[kind], count: 9 })
    expect(body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{10}$/), name: 'First', count: 0, _links: expect.any(Array) })
    expect(body.id).not.toBe(FIRST[kind])
    const href = `http://maildouble.test/3.0/${kind}s?folder_id=${body.id}`
    expect(body._links.at(-1)).toMatchObject({ rel: `${kind}s`, href })
  })
})

describe('getCampaignFolders, getTemplateFolders', () => {
  test.each(KINDS)('the collection of %s folders has only these, oldest first, each with its count', async (kind) => {
    const { call } = await withFolders()
    const { body } = await call(`GET /3.0/${kind}-folders`)
    const folders = [
      { name: 'First', count: 2 },
      { name: 'Second', count: 0 },
    ]
    expect(body).toMatchObject({ folders, total_items: 2 })
  })

  test('the count of a campaign folder is the number of campaigns that the collection of campaigns lists for it', async () => {
    const { call, plant, list } = await withFolders()
    await plant((tx) => {
      const inFolder = { subject_line: 'Hats', folder_id: FIRST.campaign }
      const parent = makeCampaign(tx, list, { ...inFolder, type: 'variate' })
      makeCampaign(tx, list, { ...inFolder, type: 'variate', parent_id: parent.id })
      makeCampaign(tx, list, { ...inFolder, type: 'auto' })
      makeCampaign(tx, list, { ...inFolder, status: 'archived' })
    })
    expect((await call(`GET /3.0/campaigns?folder_id=${FIRST.campaign}`)).body.total_items).toBe(3)
    expect((await call(`GET /3.0/campaign-folders/${FIRST.campaign}`)).body.count).toBe(3)
  })

  test('the count of a template folder is the number of active templates in it', async () => {
    const { call } = await withFolders()
    const { templates } = (await call(`GET /3.0/templates?folder_id=${FIRST.template}`)).body
    await call(`DELETE /3.0/templates/${templates[0].id}`)
    expect((await call(`GET /3.0/templates?folder_id=${FIRST.template}`)).body.total_items).toBe(1)
    expect((await call(`GET /3.0/template-folders/${FIRST.template}`)).body.count).toBe(1)
  })
})

describe('updateCampaignFolder, updateTemplateFolder', () => {
  test.each(KINDS)('a %s folder that is renamed keeps its content', async (kind) => {
    const { call } = await withFolders()
    const at = `/3.0/${kind}-folders/${FIRST[kind]}`
    const { body } = await call(`PATCH ${at}`, { name: 'Newer' })
    expect(body).toMatchObject({ id: FIRST[kind], name: 'Newer', count: 2 })
  })
})

describe('deleteCampaignFolder, deleteTemplateFolder', () => {
  test.each(KINDS)('a deleted %s folder is gone, and the others stay', async (kind) => {
    const { call } = await withFolders()
    const at = `/3.0/${kind}-folders/${FIRST[kind]}`
    expect(await call(`DELETE ${at}`)).toMatchObject({ status: 204, text: '' })
    expect((await call(`GET /3.0/${kind}-folders`)).body).toMatchObject({ folders: [{ name: 'Second' }], total_items: 1 })
  })

  test.each([
    ['campaign', FIRST.template],
    ['template', FIRST.campaign],
  ])('the paths of %s folders have no folder of the other kind', async (kind, id) => {
    const { call, handle } = await withFolders()
    const before = handle().world
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'X' } : undefined
      expect((await call(`${method} /3.0/${kind}-folders/${id}`, body)).body).toMatchObject(GONE)
    }
    expect(handle().world).toBe(before)
  })

  test('the campaigns of a deleted folder stay, in no folder', async () => {
    const { call, plant } = await withFolders()
    await call(`DELETE /3.0/campaign-folders/${FIRST.campaign}`)
    const left = await plant((tx) => tx.range(campaigns.key).all())
    expect(left.map(({ folder_id }) => folder_id)).toEqual(['', '', ''])
  })

  test('the templates of a deleted folder, even removed ones, are in no folder, which does not edit them', async () => {
    const { call, pass } = await withFolders()
    const { templates } = (await call(`GET /3.0/templates?folder_id=${FIRST.template}`)).body
    await call(`DELETE /3.0/templates/${templates[1].id}`)
    await pass('PT1H')
    await call(`DELETE /3.0/template-folders/${FIRST.template}`)
    for (const { id } of templates) expect((await call(`GET /3.0/templates/${id}`)).body).not.toHaveProperty('folder_id')
    expect((await call(`GET /3.0/templates/${templates[0].id}`)).body).toMatchObject({
      date_edited: INSTANT,
      date_created: INSTANT,
    })
    expect((await call('GET /3.0/templates')).body.total_items).toBe(2)
  })
})
