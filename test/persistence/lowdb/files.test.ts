import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { change, recordsOf, texts, writeRecords } from '../change.ts'
import { dataFolder, openFolder } from '../data-folder.ts'

const mode = async (...path: string[]) => ((await stat(join(...path))).mode & 0o777).toString(8)

test('the folder of worlds has a human-readable file for each world', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(folder)
  const records = texts({
    world: { seed: 7, scenario: 'starter' },
    'row lists ["a"]': { id: 'a', name: 'A "list"' },
    state: [1, 2],
  })
  const from = await writeRecords(store, 'my-world', {
    isWhole: true,
    records,
    names: { added: ['key k', 'client c'], removed: [] },
    due: 99,
  })
  const version = await writeRecords(store, 'my-world', { from, records: texts({ state: undefined }), due: 100 })
  expect(store.placeOf('my-world')).toBe(join(folder, 'worlds/my-world.json'))
  const text = await readFile(store.placeOf('my-world'), 'utf8')
  expect(text.replace(/"[0-9a-f]{96}"/, '"<12 checksums>"')).toBe(`{
  "maildouble": {"format":1,"world":"my-world","version":"${version}"},
  "names": [
    "key k",
    "client c"
  ],
  "records": {
    "world": {"seed":7,"scenario":"starter"},
    "row lists [\\"a\\"]": {"id":"a","name":"A \\"list\\""}
  },
  "checksums": "<12 checksums>",
  "due": 100
}
`)
})

test('the folder of worlds has a file for an empty world', async () => {
  const { store } = await openFolder(await dataFolder())
  const version = await writeRecords(store, 'a')
  expect((await readFile(store.placeOf('a'), 'utf8')).replace(/"[0-9a-f]{48}"/, '"<6 checksums>"')).toBe(
    `{\n  "maildouble": {"format":1,"world":"a","version":"${version}"},\n  "names": [],\n  "records": {},\n  "checksums": "<6 checksums>",\n  "due": null\n}\n`,
  )
})

test('the folder of worlds cannot be read by other users', async () => {
  const folder = join(await dataFolder(), 'new/data')
  const { store } = await openFolder(folder)
  await writeRecords(store, 'a', { names: { added: ['key a'], removed: [] } })
  await writeRecords(store, 'b', { names: { added: ['key b'], removed: [] } })
  await store.remove('a')
  await store.quarantine('b')
  await writeRecords(store, 'a')
  expect(await Promise.all(['.', 'worlds', 'aside'].map((name) => mode(folder, name)))).toEqual(['700', '700', '700'])
  const files = ['worlds/a.json', 'aside/b.1.json', 'gone.json', 'lock.json']
  expect(await Promise.all(files.map((name) => mode(folder, name)))).toEqual(['600', '600', '600', '600'])
})

test('the folder of worlds keeps the permissions that it was created with', async () => {
  const folder = await dataFolder()
  await chmod(folder, 0o755)
  await openFolder(folder)
  expect(await mode(folder)).toBe('755')
})

test('the folder of worlds contains only worlds after it was closed', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(folder)
  await writeRecords(store, 'a')
  await store.close()
  expect(await readdir(folder, { recursive: true })).toEqual(['worlds', 'worlds/a.json'])
})

test('the folder of worlds loses files half written at a kill', async () => {
  const folder = await dataFolder()
  const first = await openFolder(folder)
  const from = await writeRecords(first.store, 'a', { records: texts({ one: 1 }) })
  await first.store.close()
  await writeFile(join(folder, 'worlds/.a.json.tmp'), '{"half')
  await writeFile(join(folder, 'worlds/.b.json.tmp'), '')
  await writeFile(join(folder, '.gone.json.tmp'), '{')
  const { store, logged } = await openFolder(folder)
  expect(await store.ids()).toEqual(['a'])
  expect(await store.version('a')).toBe(from)
  await store.close()
  expect(await readdir(folder, { recursive: true })).toEqual(['worlds', 'worlds/a.json'])
  expect(logged).toEqual([])
})

test('the folder of worlds keeps and ignores foreign files', async () => {
  const folder = await dataFolder()
  const { store: first } = await openFolder(folder)
  await writeRecords(first, 'a')
  await first.close()
  const foreign = [
    'notes.txt',
    'worlds.zip',
    'worlds/README.md',
    'worlds/Big.json',
    'worlds/a.json.bak',
    'worlds/.hidden',
    'worlds/-.json',
    'worlds/a b.json',
  ]
  for (const name of foreign) await writeFile(join(folder, name), 'mine')
  await mkdir(join(folder, 'worlds/folder.json'))
  await symlink('nowhere', join(folder, 'elsewhere'))
  const { store } = await openFolder(folder, true)
  expect(await store.ids()).toEqual(['a'])
  for (const name of foreign) expect(await readFile(join(folder, name), 'utf8')).toBe('mine')
  expect((await readdir(folder)).toSorted()).toEqual(['elsewhere', 'lock.json', 'notes.txt', 'worlds', 'worlds.zip'])
})

test('no id of a world leads out of the folder of worlds', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(join(folder, 'data'))
  for (const id of ['../a', '..', '.', '', 'a/b', '/etc/a', 'A', 'a.b', 'a\0', '-a', 'a\n', '__proto__', 'ä', 'x'.repeat(64)]) {
    await expect(store.write(change(id))).rejects.toThrow(
      `The world ${JSON.stringify(id)} cannot be saved: this is not a valid world id.`,
    )
    await expect(store.quarantine(id)).rejects.toThrow('this is not a valid world id')
    await store.remove(id)
    expect([await store.version(id), await store.read(id)]).toEqual([undefined, undefined])
  }
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(['data', 'data/lock.json', 'data/worlds'])
})

test('the folder of worlds accepts a manually edited file without checksums', async () => {
  const folder = await dataFolder()
  const first = await openFolder(folder)
  await writeRecords(first.store, 'a', { records: texts({ one: 1 }), names: { added: ['key a'], removed: [] } })
  await first.store.close()
  const file = join(folder, 'worlds/a.json')
  const edited = { ...JSON.parse(await readFile(file, 'utf8')), records: { one: { 'two\u2028': [3] } }, checksums: undefined }
  await writeFile(file, `\uFEFF${JSON.stringify(edited, null, 8)}\r\n`)
  const { store } = await openFolder(folder)
  expect(await recordsOf(store, 'a')).toEqual({ one: { 'two\u2028': [3] } })
  await writeRecords(store, 'a', { from: await store.version('a'), records: texts({ two: 2 }) })
  expect(await readFile(file, 'utf8')).toContain('\n    "one": {"two\u2028":[3]},\n    "two": 2\n  },\n  "checksums": "')
})

test('the folder of worlds keeps a name with one world if a restored copy claims it too', async () => {
  const folder = await dataFolder()
  const first = await openFolder(folder)
  await writeRecords(first.store, 'b', { names: { added: ['key 1'], removed: [] } })
  const copy = await readFile(first.store.placeOf('b'))
  await first.store.remove('b')
  await writeRecords(first.store, 'a', { names: { added: ['key 1'], removed: [] } })
  await first.store.close()
  await writeFile(join(folder, 'worlds/b.json'), copy)
  const { store } = await openFolder(folder)
  expect(await store.ids()).toEqual(['a', 'b'])
  expect(await store.ownerOf('key 1')).toEqual({ id: 'a' })
  await store.remove('b')
  expect(await store.ownerOf('key 1')).toEqual({ id: 'a' })
})

test('the folder of worlds remembers the names of all worlds that are removed at once', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(folder)
  const ids = Array.from({ length: 50 }, (_, n) => `w${n}`)
  await Promise.all(ids.map((id) => writeRecords(store, id, { names: { added: [`key ${id}`], removed: [] } })))
  await Promise.all(ids.map((id) => store.remove(id)))
  await store.close()
  const again = await openFolder(folder)
  expect(await again.store.ids()).toEqual([])
  expect(new Set(await Promise.all(ids.map((id) => again.store.ownerOf(`key ${id}`))))).toEqual(new Set(['gone']))
  const { gone } = JSON.parse(await readFile(join(folder, 'gone.json'), 'utf8'))
  expect(gone.toSorted()).toEqual(ids.map((id) => `key ${id}`).toSorted())
})
