import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UnreadableWorld } from '../../../src/server/persistence/store.ts'
import { change, recordsOf, texts, writeRecords } from '../change.ts'
import { dataFolder, openFolder } from '../data-folder.ts'

const whole = { maildouble: { format: 1, world: 'a', version: 'v-1' }, names: [], due: null, records: {} }
const json = (changes: object) => JSON.stringify({ ...whole, ...changes })
const head = (changes: object) => json({ maildouble: { ...whole.maildouble, ...changes } })
const COPY = 'Restore a backup of it'

/** The content of a file, the expected error, and the way to fix it. */
const unusable: [string, string | Uint8Array, string, string][] = [
  ['an empty file', '', 'is cut: it is empty', COPY],
  ['a file of spaces', ' \n', 'is cut: it is empty', COPY],
  ['a file that ends in the middle', JSON.stringify(whole).slice(0, -9), 'is cut: it ends in the middle', COPY],
  [
    'a file without its last bracket',
    JSON.stringify(whole, null, 2).slice(0, -1).trimEnd(),
    'is not JSON: expected a comma or } but found the end at line 9, column 16',
    COPY,
  ],
  ['a file that ends in zeros', `${JSON.stringify(whole).slice(0, 40)}${'\0'.repeat(99)}`, 'is cut: it ends in the middle', COPY],
  ['a file of zeros', '\0'.repeat(99), 'is not JSON: expected a value but found U+0000 at line 1, column 1', COPY],
  ['a file of random bytes', Uint8Array.of(0xff, 0xd8, 0xff), 'is not JSON: it is not text in UTF-8', COPY],
  ['a string', 'hello', 'is not JSON: expected a value but found hello at line 1, column 1', COPY],
  ['a number', '1', 'is not a file of maildouble: it does not begin with "maildouble"', COPY],
  ['an array', '[]', 'is not a file of maildouble', COPY],
  ['unrelated JSON', '{"name":"package"}', 'is not a file of maildouble', COPY],
  ['a file without a format', head({ format: undefined }), 'is not a file of maildouble: it does not say its format', COPY],
  [
    'a file of a later format',
    head({ format: 2 }),
    'has the format 2, and this maildouble reads 1',
    'Start the newer maildouble that wrote it',
  ],
  [
    'a file of an earlier format',
    head({ format: 0 }),
    'has the format 0, and this maildouble reads 1',
    'Start the older maildouble',
  ],
  ['a file of another world', head({ world: 'b' }), 'is not the world a: it holds the world "b"', COPY],
  ['a file without a version', head({ version: 7 }), 'is not a world: it has no version', COPY],
  ['a file without names', json({ names: {} }), 'is not a world: its names are not a list of texts', COPY],
  ['a file with invalid names', json({ names: [1] }), 'is not a world: its names are not a list of texts', COPY],
  ['a file with an invalid instant', json({ due: 'soon' }), 'is not a world: its due time is not an instant', COPY],
  ['a file without records', json({ records: undefined }), 'is not a world: it has no records', COPY],
  ['a file with an array of records', json({ records: [] }), 'is not a world: it has no records', COPY],
]

async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await dataFolder()
  await mkdir(join(folder, 'worlds'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

test.each(unusable)('an unusable file of a world is reported and kept: %s', async (_, content, problem, remedy) => {
  const folder = await folderWith({ 'worlds/a.json': content })
  const { store } = await openFolder(folder)
  const error = await store.read('a').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnreadableWorld)
  expect(String(error)).toContain(`${join(folder, 'worlds/a.json')} ${problem}`)
  expect(String(error)).toContain(`Nothing was changed. ${remedy}`)
  expect(String(error)).toContain('or start with --recover')
  expect(await store.ids()).toEqual(['a'])
  await expect(store.write(change('a'))).rejects.toBeInstanceOf(UnreadableWorld)
  await expect(store.remove('a')).rejects.toBeInstanceOf(UnreadableWorld)
  await store.close()
  expect(await readFile(join(folder, 'worlds/a.json'))).toEqual(Buffer.from(content))
  expect(await readdir(folder, { recursive: true })).toEqual(['worlds', 'worlds/a.json'])
})

test.each(unusable)('an unusable file is moved aside on request: %s', async (_, content) => {
  const folder = await folderWith({ 'worlds/a.json': content })
  const { store } = await openFolder(folder)
  const aside = join(folder, 'aside/a.1.json')
  expect(await store.quarantine('a')).toBe(aside)
  expect(await readFile(aside)).toEqual(Buffer.from(content))
  expect(await store.ids()).toEqual([])
  await writeRecords(store, 'a', { records: texts({ one: 1 }) })
  expect(await recordsOf(store, 'a')).toEqual({ one: 1 })
})

test('an unusable file does not prevent the other files from being read', async () => {
  const folder = await folderWith({
    'worlds/a.json': '',
    'worlds/b.json': 'x',
    'worlds/c.json': JSON.stringify({ ...whole, maildouble: { ...whole.maildouble, world: 'c' } }),
  })
  const { store } = await openFolder(folder)
  expect(await store.ids()).toEqual(['a', 'b', 'c'])
  await expect(store.read('a')).rejects.toThrow('worlds/a.json is cut')
  await expect(store.read('b')).rejects.toThrow('worlds/b.json is not JSON')
  expect(await recordsOf(store, 'c')).toEqual({})
})

test('an unusable file keeps its keys as far as they are readable and not owned by another world', async () => {
  const folder = await dataFolder()
  const { store: first } = await openFolder(folder)
  await writeRecords(first, 'a', {
    records: texts({ one: 1 }),
    names: { added: ['key a', 'key both', 'client a'], removed: [] },
  })
  await writeRecords(first, 'b', { records: texts({ one: 1 }), names: { added: ['key b'], removed: [] } })
  await first.close()
  const [a, b] = [join(folder, 'worlds/a.json'), join(folder, 'worlds/b.json')]
  await writeFile(a, (await readFile(a, 'utf8')).replace('"one": 1', '"one": 2'))
  await writeFile(b, (await readFile(b, 'utf8')).replace('key b', 'key both').replace(/ {2}"checksums".*\n/, ''))
  const { store } = await openFolder(folder)
  const owners = await Promise.all(['key a', 'client a', 'key both'].map((name) => store.ownerOf(name)))
  expect(owners).toEqual([{ id: 'a' }, { id: 'a' }, { id: 'b' }])
  await store.quarantine('a')
  const after = await Promise.all(['key a', 'client a', 'key both'].map((name) => store.ownerOf(name)))
  expect(after).toEqual(['gone', 'gone', { id: 'b' }])
})

test('an unusable file never overwrites a file moved aside before', async () => {
  const folder = await folderWith({ 'worlds/a.json': 'first' })
  const first = await openFolder(folder)
  await first.store.quarantine('a')
  await writeRecords(first.store, 'a', { records: texts({ one: 1 }) })
  expect(await first.store.quarantine('a')).toBe(join(folder, 'aside/a.2.json'))
  await first.store.close()
  await writeFile(join(folder, 'worlds/a.json'), 'third')
  await writeFile(join(folder, 'aside/a.3.json'), 'mine')
  const { store } = await openFolder(folder)
  expect(await store.quarantine('a')).toBe(join(folder, 'aside/a.4.json'))
  const contents = await Promise.all([1, 3, 4].map((number) => readFile(join(folder, `aside/a.${number}.json`), 'utf8')))
  expect(contents).toEqual(['first', 'mine', 'third'])
})

test('an unusable file of the names of deleted worlds is reported, and moved aside on request', async () => {
  const folder = await folderWith({ 'gone.json': '{"maildouble":{"format":1},"gone":[1]}' })
  await expect(openFolder(folder)).rejects.toThrow(`${join(folder, 'gone.json')} is not a list of names`)
  const { logged } = await openFolder(folder, true)
  expect(logged[0]).toContain('aside/gone.1.json')
})

test('an unusable file of the names of deleted worlds is reported as damaged until its checksums are removed by hand', async () => {
  const folder = await dataFolder()
  const { store: first } = await openFolder(folder)
  await writeRecords(first, 'a', { names: { added: ['key a'], removed: [] } })
  await first.remove('a')
  await first.close()
  const file = join(folder, 'gone.json')
  const edited = (await readFile(file, 'utf8')).replace('key a', 'key b')
  await writeFile(file, edited)
  await expect(openFolder(folder)).rejects.toThrow(`${file} is damaged in line 5, which does not match its checksum`)
  await writeFile(file, edited.replace(/ {2}"checksums".*\n/, ''))
  expect(await (await openFolder(folder)).store.gone()).toEqual(['key b'])
})

test('an unusable file is an error even with recover if it cannot be opened', async () => {
  const folder = await folderWith({})
  await mkdir(join(folder, 'gone.json'))
  await expect(openFolder(folder, true)).rejects.toThrow(
    `${join(folder, 'gone.json')} cannot be read: EISDIR: illegal operation on a directory.`,
  )
})

test('an unusable file no longer prevents the folder from opening once it is repaired', async () => {
  const folder = await folderWith({ 'worlds/a.json': '' })
  const { store } = await openFolder(folder)
  await store.close()
  await writeFile(join(folder, 'worlds/a.json'), JSON.stringify(whole))
  expect(await (await openFolder(folder)).store.version('a')).toBe('v-1')
})

test('a data folder that is not a directory is rejected', async () => {
  const file = join(await folderWith({ file: '' }), 'file')
  await expect(openFolder(file)).rejects.toThrow(
    `Worlds cannot be stored in ${file}: ENOTDIR: not a directory. Choose another folder.`,
  )
})
