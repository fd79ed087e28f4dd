import { describe, expect, test } from 'vitest'
import { fileContents } from '../../src/service/model/files/file.ts'
import { base64, BASE, number, png, TEXT, withFiles } from './file-world.ts'

const NOT_FOUND = { title: 'Resource Not Found', status: 404 }

describe('getFileManager', () => {
  test('getFileManager returns a bare array of links to the files and the folders', async () => {
    const { body } = await (await withFiles()).call('GET /3.0/file-manager')
    expect(body.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'parent', 'files', 'folders'])
  })
})

describe('uploadFile', () => {
  test('uploadFile stores an image with its size in pixels, and links to its operations', async () => {
    const { upload } = await withFiles()
    const { body } = await upload({ name: 'spring logo.png', file_data: base64(png(12, 34)) })
    expect(body).toEqual({
      id: 3,
      folder_id: 0,
      type: 'image',
      name: 'spring logo.png',
      full_size_url: `${BASE}/_files/media/3/spring_logo.png`,
      thumbnail_url: `${BASE}/_files/media/3/_thumb.png`,
      size: 29,
      created_at: '2026-01-15T09:00:00+00:00',
      created_by: 'Ada Lovelace',
      width: 12,
      height: 34,
      _links: expect.any(Array),
    })
  })

  test('a file that is no image has no thumbnail and no size in pixels', async () => {
    const { upload } = await withFiles()
    const { body } = await upload({ name: 'notes.txt' })
    expect(body).toMatchObject({ type: 'file', thumbnail_url: '', size: 5 })
    expect(body).not.toHaveProperty('width')
    expect(body).not.toHaveProperty('height')
  })

  test('a file can be put into a folder, and 0 stands for none', async () => {
    const { upload, folder } = await withFiles()
    expect((await upload({ folder_id: 2 })).body.folder_id).toBe(2)
    expect((await upload({ folder_id: 0 })).body.folder_id).toBe(0)
    expect(await folder(2)).toMatchObject({ file_count: 1 })
  })

  test.each([
    ['logo.jpg', '%PDF-1.4', 'logo.pdf'],
    ['report.PDF', png(1, 1), 'report.png'],
    ['archive.tar', '\x1f\x8b\x08\0', 'archive.gz'],
    ['a.b.gif', '\xff\xd8\xff\xe0', 'a.b.jpg'],
    ['photo.jpeg', '\xff\xd8\xff\xe0', 'photo.jpeg'],
    ['Logo.PNG', png(1, 1), 'Logo.PNG'],
    ['letter.docx', 'PK\x03\x04', 'letter.docx'],
    ['book.epub', 'PK\x03\x04', 'book.epub'],
    ['letter.doc', 'PK\x03\x04', 'letter.zip'],
    ['drawing.ai', '%PDF-1.4', 'drawing.ai'],
    ['song.wav', 'ID3\x04', 'song.mp3'],
    ['clip.mov', '\0\0\0\x14ftypqt  ', 'clip.mov'],
    ['clip.avi', '\0\0\0\x14ftypisom', 'clip.mp4'],
    ['sound.avi', 'RIFF\0\0\0\0WAVE', 'sound.wav'],
    ['film.avi', 'RIFF\0\0\0\0AVI ', 'film.avi'],
    ['sound.mp3', 'OggS', 'sound.ogg'],
    ['scan.txt', 'II*\0', 'scan.tif'],
    ['BMW.txt', 'BMW builds cars, and this is a text about it.', 'BMW.txt'],
  ])('the uploaded file %s with the content %j becomes %s', async (name, content, stored) => {
    const { upload } = await withFiles()
    const { body } = await upload({ name, file_data: base64(content) })
    expect(body.name).toBe(stored)
    expect(body.full_size_url).toBe(`${BASE}/_files/media/3/${stored}`)
  })

  test.each([
    ['logos/spring/a.txt', 'a.txt', 'a.txt'],
    ['C:\\logos\\a.txt', 'a.txt', 'a.txt'],
    ['../../a.txt', 'a.txt', 'a.txt'],
    ['é & ü?.txt', 'é & ü?.txt', '%C3%A9_%26_%C3%BC%3F.txt'],
    [`${'a'.repeat(251)}.txt`, `${'a'.repeat(251)}.txt`, `${'a'.repeat(251)}.txt`],
  ])('the file name %j is stored as %j', async (name, stored, inUrl) => {
    const { upload } = await withFiles()
    const { body } = await upload({ name })
    expect(body).toMatchObject({ name: stored, full_size_url: `${BASE}/_files/media/3/${inUrl}` })
  })

  test('two files may have the same name and the same content, which is stored once', async () => {
    const { upload, plant } = await withFiles()
    expect((await upload({ name: 'a.txt' })).body.id).toBe(3)
    expect(await plant((tx) => tx.range(fileContents.key).count)).toBe(2)
  })

  test('the base64 of an uploaded file may have line breaks', async () => {
    const { upload } = await withFiles()
    expect((await upload({ file_data: 'aGVs\r\nbG8=\n' })).body.size).toBe(5)
  })

  test('uploadFile rejects a content above the setting files.max_bytes, after decoding', async () => {
    const { upload, call } = await withFiles()
    await call('PATCH /_control/settings', { files: { max_bytes: 5 } })
    expect((await upload()).status).toBe(200)
    expect((await upload({ file_data: base64('hello!') })).body).toMatchObject({
      status: 400,
      errors: [{ field: 'file_data', message: 'Value must be at most 5 bytes after decoding, but is 6.' }],
    })
  })
})

describe('the size in pixels', () => {
  const bmp = (header: string) => `BM${'\0'.repeat(12)}${header}`.padEnd(60, '\0')
  const jpeg = (...segments: string[]) => `\xff\xd8${segments.join('')}`
  const frame = (marker: string) => `\xff${marker}${number(17, 2)}\x08${number(40, 2)}${number(70, 2)}`

  test.each([
    ['a.png', png(70, 40), 70, 40],
    ['a.gif', 'GIF89a\x46\0\x28\0\0\0\0', 70, 40],
    ['a.bmp', bmp('\x28\0\0\0\x46\0\0\0\x28\0\0\0'), 70, 40],
    ['a.bmp', bmp('\x28\0\0\0\x46\0\0\0\xd8\xff\xff\xff'), 70, 40],
    ['a.bmp', bmp('\x0c\0\0\0\x46\0\x28\0'), 70, 40],
    ['a.jpg', jpeg(`\xff\xe0${number(4, 2)}ab`, `\xff\xc4${number(4, 2)}ab`, '\xff', frame('\xc2')), 70, 40],
    ['a.svg', '<?xml version="1.0"?><svg xmlns="x" width="70" height="40px">', 70, 40],
    ['a.svg', "<svg viewBox='0 0 70 40'/>", 70, 40],
    ['a.svg', '<svg width="35" viewBox="0,0,70,40"/>', 35, 40],
    ['a.svg', '<svg width="100%" height="1e400"/>', 0, 0],
    ['a.svg', '<svg viewBox="0 0 -7 nonsense"/>', 0, 0],
    ['a.svg', '<p>no image</p>', 0, 0],
    ['a.png', '\x89PNG\r\n\x1a\n', 0, 0],
    ['a.gif', 'GIF89a', 0, 0],
    ['a.jpg', jpeg('\xff\xe0\0\0', 'nonsense'), 0, 0],
    ['a.jpg', jpeg(`\xff\xe0${number(60_000, 2)}`), 0, 0],
    ['a.tif', 'II*\0\x08\0\0\0', 0, 0],
  ])('the size in pixels of %s with the content %j is %d x %d', async (name, content, width, height) => {
    const { upload } = await withFiles()
    const { body } = await upload({ name, file_data: base64(content) })
    expect(body).toMatchObject({ name, type: 'image', width, height })
  })
})

describe('getFiles', () => {
  const ids = (body: { files: readonly { id: number }[] }) => body.files.map(({ id }) => id)

  async function withThree() {
    const world = await withFiles()
    await world.pass('PT1H')
    await world.upload({ name: 'c.csv', folder_id: 1 })
    return world
  }

  test('getFiles returns the files with their total size, newest first', async () => {
    const { call } = await withThree()
    const { body } = await call('GET /3.0/file-manager/files')
    expect(ids(body)).toEqual([3, 2, 1])
    expect(body).toMatchObject({ total_items: 3, total_file_size: 5 + 29 + 5 })
  })

  test.each([
    ['sort_dir=ASC', [1, 2, 3], 3],
    ['sort_field=added_date&sort_dir=DESC', [3, 2, 1], 3],
    ['type=image', [2], 1],
    ['type=file', [3, 1], 2],
    ['type=file&sort_dir=ASC&count=1', [1], 2],
    ['created_by=Ada%20Lovelace', [3, 2, 1], 3],
    ['created_by=Ada', [], 0],
    ['since_created_at=2026-01-15T09:00:00Z', [3], 1],
    ['before_created_at=2026-01-15T10:00:00Z', [2, 1], 2],
    ['since_created_at=2026-01-15T09:00:00Z&type=image', [], 0],
  ])('getFiles with %s returns the files %j of %d', async (query, expected, total) => {
    const { call } = await withThree()
    const { body } = await call(`GET /3.0/file-manager/files?${query}`)
    expect(ids(body)).toEqual(expected)
    expect(body).toMatchObject({ total_items: total, total_file_size: 39 })
  })
})

describe('getFile', () => {
  test('getFile returns one file, without its content', async () => {
    const { call } = await withFiles()
    const { body } = await call('GET /3.0/file-manager/files/2?exclude_fields=_links')
    expect(body).toMatchObject({ id: 2, name: 'logo.png', folder_id: 1, width: 700, height: 400 })
    expect(JSON.stringify(body)).not.toContain(base64(png(700, 400)))
  })
})

describe('updateFile', () => {
  test('updateFile renames a file, and its URL follows', async () => {
    const { call, file } = await withFiles()
    const { body } = await call('PATCH /3.0/file-manager/files/2', { name: 'old/new logo.PNG' })
    expect(body).toMatchObject({ name: 'new logo.PNG', full_size_url: `${BASE}/_files/media/2/new_logo.PNG`, folder_id: 1 })
    expect(await file(2)).toEqual(body)
  })

  test('updateFile moves a file to another folder, and out of it', async () => {
    const { call, folder } = await withFiles()
    expect((await call('PATCH /3.0/file-manager/files/2', { folder_id: 2 })).body).toMatchObject({ folder_id: 2 })
    expect([(await folder(1)).file_count, (await folder(2)).file_count]).toEqual([0, 1])
    expect((await call('PATCH /3.0/file-manager/files/2', { folder_id: 0 })).body).toMatchObject({ folder_id: 0 })
    expect((await folder(2)).file_count).toBe(0)
  })
})

describe('deleteFile', () => {
  test('a deleted file is gone, and its id is not used again', async () => {
    const { call, upload, folder } = await withFiles()
    expect(await call('DELETE /3.0/file-manager/files/2')).toMatchObject({ status: 204, text: '' })
    expect((await call('GET /3.0/file-manager/files/2')).body).toMatchObject(NOT_FOUND)
    expect((await call('DELETE /3.0/file-manager/files/2')).body).toMatchObject(NOT_FOUND)
    expect((await call('GET /3.0/file-manager/files')).body).toMatchObject({ total_items: 1, total_file_size: 5 })
    expect((await folder(1)).file_count).toBe(0)
    expect((await upload()).body.id).toBe(3)
  })

  test('the content of a deleted file stays as long as another file has it', async () => {
    const { call, upload, plant, visit } = await withFiles()
    const { full_size_url } = (await upload({ name: 'copy.txt', file_data: TEXT })).body
    await call('DELETE /3.0/file-manager/files/1')
    expect(await (await visit(full_size_url)).text()).toBe('hello')
    await call('DELETE /3.0/file-manager/files/3')
    expect(await plant((tx) => tx.range(fileContents.key).count)).toBe(1)
  })
})
