import { describe, expect, test } from 'vitest'
import { campaigns } from '../../src/service/model/campaigns/campaign.ts'
import { makeCampaign } from '../../src/service/rules/campaigns/make.ts'
import { makeFolder } from '../../src/service/rules/folders/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { mock } from '../mock.ts'
import { missing } from '../service-texts.ts'

const SPRING = 'cccccccccc'
const BASE = 'http://maildouble.test'

/** A world with two campaign folders, the first of which holds two campaigns, and one template folder. */
async function withFolders() {
  const world = mock()
  await world.plant((tx) => {
    makeFolder(tx, { id: SPRING, kind: 'campaign', name: 'Spring' })
    makeFolder(tx, { id: 'aaaaaaaaaa', kind: 'template', name: 'News' })
    makeFolder(tx, { id: 'dddddddddd', kind: 'campaign', name: 'Summer' })
    const list = makeList(tx, { name: 'News' })
    for (const subject_line of ['One', 'Two']) makeCampaign(tx, list, { subject_line, folder_id: SPRING })
    makeCampaign(tx, list, { subject_line: 'Three' })
  })
  return world
}

const names = (folders: readonly { name: string }[]) => folders.map(({ name }) => name)

describe('createCampaignFolder', () => {
  test('a new campaign folder is empty and links to its campaigns', async () => {
    const { call } = mock()
    const { status, body } = await call('POST /3.0/campaign-folders', { name: 'Spring' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{10}$/), name: 'Spring', count: 0 })
    expect(body._links.map((link: { rel: string }) => link.rel)).toEqual(['self', 'parent', 'update', 'delete', 'campaigns'])
    expect(body._links[4]).toEqual({
      rel: 'campaigns',
      href: `${BASE}/3.0/campaigns?folder_id=${body.id}`,
      method: 'GET',
      targetSchema: `${BASE}/schema/3.0/Definitions/Campaigns/CollectionResponse.json`,
      schema: `${BASE}/schema/3.0/Paths/Campaigns/Collection.json`,
    })
  })

  test.each([
    [{}, ''],
    [{ name: '' }, 'name'],
    [{ name: false }, 'name'],
  ])('createCampaignFolder rejects %j and creates nothing', async (body, field) => {
    const { call } = mock()
    expect((await call('POST /3.0/campaign-folders', body)).body).toMatchObject({
      title: 'Invalid Resource',
      status: 400,
      errors: [{ field }],
    })
    expect((await call('GET /3.0/campaign-folders')).body.total_items).toBe(0)
  })
})

describe('getCampaignFolders', () => {
  test('getCampaignFolders returns only campaign folders, oldest first, each with its count', async () => {
    const { call } = await withFolders()
    const { status, body } = await call('GET /3.0/campaign-folders')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      folders: [
        { name: 'Spring', count: 2 },
        { name: 'Summer', count: 0 },
      ],
      total_items: 2,
    })
    expect(body._links.map((link: { rel: string }) => link.rel)).toEqual(['self', 'create'])
  })

  test('the count of a campaign folder is the number of campaigns that the collection of campaigns lists for it', async () => {
    const { call, plant } = await withFolders()
    await plant((tx) => {
      const list = makeList(tx, { name: 'Offers' })
      const inFolder = { subject_line: 'Hats', folder_id: SPRING }
      const parent = makeCampaign(tx, list, { ...inFolder, type: 'variate' })
      makeCampaign(tx, list, { ...inFolder, type: 'variate', parent_id: parent.id })
      makeCampaign(tx, list, { ...inFolder, type: 'auto' })
      makeCampaign(tx, list, { ...inFolder, status: 'archived' })
    })
    const { body } = await call(`GET /3.0/campaign-folders/${SPRING}`)
    expect((await call(`GET /3.0/campaigns?folder_id=${SPRING}`)).body.total_items).toBe(3)
    expect(body.count).toBe(3)
  })

  test('getCampaignFolders is paged by count and offset', async () => {
    const { call } = await withFolders()
    const { body } = await call('GET /3.0/campaign-folders?count=1&offset=1')
    expect(names(body.folders)).toEqual(['Summer'])
    expect(body.total_items).toBe(2)
  })

  test('getCampaignFolders rejects fields together with exclude_fields', async () => {
    const { call } = await withFolders()
    expect((await call('GET /3.0/campaign-folders?fields=folders&exclude_fields=_links')).body).toMatchObject({
      title: 'Bad Request',
      status: 400,
    })
  })
})

describe('getCampaignFolder', () => {
  test('getCampaignFolder returns a folder as the collection does', async () => {
    const { call } = await withFolders()
    const { status, body } = await call(`GET /3.0/campaign-folders/${SPRING}`)
    expect(status).toBe(200)
    expect((await call('GET /3.0/campaign-folders')).body.folders[0]).toEqual(body)
  })

  test('a template folder is not found among the campaign folders', async () => {
    const { call } = await withFolders()
    expect((await call('GET /3.0/campaign-folders/aaaaaaaaaa')).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})

describe('updateCampaignFolder', () => {
  test('updateCampaignFolder renames a folder and keeps its campaigns', async () => {
    const { call } = await withFolders()
    const { status, body } = await call(`PATCH /3.0/campaign-folders/${SPRING}`, { name: 'Autumn' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: SPRING, name: 'Autumn', count: 2 })
  })

  test('updateCampaignFolder rejects a body without a name', async () => {
    const { call } = await withFolders()
    expect((await call(`PATCH /3.0/campaign-folders/${SPRING}`, {})).body).toMatchObject({
      title: 'Invalid Resource',
      status: 400,
      errors: [{ field: '', message: missing('name') }],
    })
  })

  test('the update of an unknown campaign folder is answered with 404', async () => {
    const { call } = await withFolders()
    expect((await call('PATCH /3.0/campaign-folders/ffffffffff', { name: 'X' })).body).toMatchObject({
      title: 'Resource Not Found',
      status: 404,
    })
  })
})

describe('deleteCampaignFolder', () => {
  test('the campaigns of a deleted folder stay, in no folder', async () => {
    const { call, plant } = await withFolders()
    expect(await call(`DELETE /3.0/campaign-folders/${SPRING}`)).toMatchObject({ status: 204, text: '' })
    const left = await plant((tx) => tx.range(campaigns.key).all())
    expect(left.map(({ folder_id }) => folder_id)).toEqual(['', '', ''])
    expect((await call(`GET /3.0/campaign-folders/${SPRING}`)).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })

  test('deleteCampaignFolder does not delete a template folder', async () => {
    const { call } = await withFolders()
    expect((await call('DELETE /3.0/campaign-folders/aaaaaaaaaa')).status).toBe(404)
    expect((await call('GET /3.0/template-folders/aaaaaaaaaa')).status).toBe(200)
  })
})
