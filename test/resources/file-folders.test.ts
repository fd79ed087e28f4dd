import { describe, expect, test } from 'vitest'
import { withFiles } from './file-world.ts'

describe('createFileFolder', () => {
  test('a new file folder is empty and links to its operations', async () => {
    const { call } = await withFiles()
    const { body } = await call('POST /3.0/file-manager/folders', { name: 'Logos' })
    expect(body).toEqual({
      id: 3,
      name: 'Logos',
      file_count: 0,
      created_at: '2026-01-15T09:00:00+00:00',
      created_by: 'Ada Lovelace',
      _links: expect.any(Array),
    })
  })
})

describe('getFileFolders', () => {
  test('getFileFolders returns the folders, newest first, with their numbers of files', async () => {
    const { call } = await withFiles()
    const { body } = await call('GET /3.0/file-manager/folders')
    expect(body.folders).toMatchObject([
      { name: 'Papers', file_count: 0 },
      { name: 'Logos', file_count: 1 },
    ])
    expect(body.total_items).toBe(2)
  })

  test.each([
    ['created_by=Ada%20Lovelace', [3, 2, 1], 3],
    ['created_by=ada', [], 0],
    ['since_created_at=2026-01-15T09:00:00Z', [3], 1],
    ['before_created_at=2026-01-15T10:00:00Z', [2, 1], 2],
  ])('getFileFolders with %s returns the folders %j of %d', async (query, expected, total) => {
    const { call, pass } = await withFiles()
    await pass('PT1H')
    await call('POST /3.0/file-manager/folders', { name: 'New' })
    const { body } = await call(`GET /3.0/file-manager/folders?${query}`)
    expect(body.folders.map(({ id }: { id: number }) => id)).toEqual(expected)
    expect(body.total_items).toBe(total)
  })
})

describe('updateFileFolder', () => {
  test('updateFileFolder renames a folder and keeps its files', async () => {
    const { call } = await withFiles()
    const { body } = await call('PATCH /3.0/file-manager/folders/1', { name: 'Pictures' })
    expect(body).toMatchObject({ id: 1, name: 'Pictures', file_count: 1 })
  })
})

describe('deleteFileFolder', () => {
  test('the files of a deleted folder stay, in no folder', async () => {
    const { call, file } = await withFiles()
    expect(await call('DELETE /3.0/file-manager/folders/1')).toMatchObject({ status: 204, text: '' })
    expect(await file(2)).toMatchObject({ folder_id: 0 })
    expect((await call('POST /3.0/file-manager/folders', { name: 'New' })).body.id).toBe(3)
  })
})

describe('getFilesOfFolder', () => {
  test('getFilesOfFolder returns the files of the folder with their total size', async () => {
    const { call, upload } = await withFiles()
    await upload({ folder_id: 1 })
    const { body } = await call('GET /3.0/file-manager/folders/1/files')
    expect(body).toMatchObject({ files: [{ name: 'b.txt' }, { name: 'logo.png' }], total_items: 2, total_file_size: 34 })
  })

  test.each([
    ['type=image', ['logo.png'], 1],
    ['sort_dir=ASC&count=1', ['logo.png'], 2],
    ['created_by=Bob', [], 0],
  ])('getFilesOfFolder with %s returns the files %j of %d', async (query, names, total) => {
    const { call, upload } = await withFiles()
    await upload({ folder_id: 1 })
    const { body } = await call(`GET /3.0/file-manager/folders/1/files?${query}`)
    expect(body.files.map(({ name }: { name: string }) => name)).toEqual(names)
    expect(body).toMatchObject({ total_items: total, total_file_size: 34 })
  })
})
