import { spawnSync } from 'node:child_process'
import { mkdir, open, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StoreError } from '../../../src/server/persistence/store.ts'
import { change, recordsOf, texts, writeRecords } from '../change.ts'
import { dataFolder, openFolder } from '../data-folder.ts'

const large = 'x'.repeat(400_000)

/** A file system of 512 KB, if this machine allows one. */
async function smallDisk(): Promise<string | undefined> {
  const folder = await dataFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder])
  if (mounted.status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}

test('a failed write on a full disk is rejected with the reason, and succeeds once there is space', async ({ skip }) => {
  const folder = await smallDisk()
  if (folder === undefined) return skip('A small file system can be mounted by root only.')
  const { store } = await openFolder(folder)
  const names = { added: ['key a'], removed: [] }
  const from = await writeRecords(store, 'a', { records: texts({ one: 1 }), names, due: 5 })
  await writeFile(join(folder, 'ballast'), large)
  const before = await readFile(store.placeOf('a'), 'utf8')
  const more = { from, records: texts({ one: undefined, large }), names: { added: ['key b'], removed: ['key a'] }, due: 7 }
  const error = await store.write(change('a', more)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StoreError)
  expect(String(error)).toBe(
    `StoreError: The world a cannot be saved in ${store.placeOf('a')}: ENOSPC: no space left on device. What was saved before is unchanged.`,
  )
  expect(await readFile(store.placeOf('a'), 'utf8')).toBe(before)
  expect(await readdir(join(folder, 'worlds'))).toEqual(['a.json'])
  expect([await store.version('a'), await recordsOf(store, 'a')]).toEqual([from, { one: 1 }])
  expect(await Promise.all(['key a', 'key b'].map((name) => store.ownerOf(name)))).toEqual([{ id: 'a' }, undefined])
  expect(await store.dueBy(6, 10)).toEqual(['a'])
  await rm(join(folder, 'ballast'))
  await writeRecords(store, 'a', more)
  await store.close()
  const again = await openFolder(folder)
  expect(await recordsOf(again.store, 'a')).toEqual({ large })
  expect(await Promise.all(['key a', 'key b'].map((name) => again.store.ownerOf(name)))).toEqual(['gone', { id: 'a' }])
})

test('a failed write leaves every record as it was, including older ones', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(folder)
  const before = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`row ${n}`, n]))
  const from = await writeRecords(store, 'a', { isWhole: true, records: texts(before) })
  // A folder in place of the temporary file stops even root.
  await mkdir(join(folder, 'worlds/.a.json.tmp'))
  const records = texts({ 'row 0': 'changed', 'row 599': undefined, new: 1, never: undefined })
  await expect(store.write(change('a', { from, records }))).rejects.toThrow('EISDIR: illegal operation on a directory.')
  await expect(store.write(change('a', { from, records, isWhole: true }))).rejects.toThrow(StoreError)
  expect(await recordsOf(store, 'a')).toEqual(before)
  await rmdir(join(folder, 'worlds/.a.json.tmp'))
  await writeRecords(store, 'a', { from, records: texts({ last: 1 }) })
  await store.close()
  expect(await recordsOf((await openFolder(folder)).store, 'a')).toEqual({ ...before, last: 1 })
})

test('a failed first write leaves no world', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(folder)
  await mkdir(join(folder, 'worlds/.a.json.tmp'))
  const names = { added: ['key a'], removed: [] }
  await expect(store.write(change('a', { names, due: 1 }))).rejects.toThrow(StoreError)
  expect([await store.ids(), await store.ownerOf('key a'), await store.dueBy(9, 9)]).toEqual([[], undefined, []])
  await rmdir(join(folder, 'worlds/.a.json.tmp'))
  await writeRecords(store, 'a', { names })
  expect(await store.ownerOf('key a')).toEqual({ id: 'a' })
})

test('a failed write does not affect other worlds', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(folder)
  await mkdir(join(folder, 'worlds/.a.json.tmp'))
  const [a, b] = await Promise.allSettled([writeRecords(store, 'a'), writeRecords(store, 'b')])
  expect([a.status, b.status]).toEqual(['rejected', 'fulfilled'])
})

test('a failed write of the names of a removed world keeps the world', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(folder)
  await writeRecords(store, 'a', { records: texts({ one: 1 }), names: { added: ['key a'], removed: [] } })
  await mkdir(join(folder, '.gone.json.tmp'))
  await expect(store.remove('a')).rejects.toThrow('The world a cannot be deleted')
  await expect(store.quarantine('a')).rejects.toThrow('The world a cannot be moved aside')
  expect([await recordsOf(store, 'a'), await store.ownerOf('key a')]).toEqual([{ one: 1 }, { id: 'a' }])
  await rmdir(join(folder, '.gone.json.tmp'))
  await store.remove('a')
  await store.close()
  expect(await (await openFolder(folder)).store.ownerOf('key a')).toBe('gone')
})

test('a failed write is rejected once the folder is gone or closed', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(folder)
  await rm(join(folder, 'worlds'), { recursive: true })
  await expect(store.write(change('a'))).rejects.toThrow('ENOENT: no such file or directory.')
  await store.close()
  await expect(store.write(change('a'))).rejects.toThrow(`the folder ${folder} was closed`)
})

test('a failed write has not reached the disk if fsync of the file fails', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(folder)
  const from = await writeRecords(store, 'a', { records: texts({ one: 1 }) })
  const sync = await spyOnSync()
  sync.mockRejectedValueOnce(new Error('EIO: i/o error, fsync'))
  await expect(store.write(change('a', { from, records: texts({ one: 2 }) }))).rejects.toThrow('EIO: i/o error')
  expect(JSON.parse(await readFile(store.placeOf('a'), 'utf8')).records).toEqual({ one: 1 })
  expect(sync).toHaveBeenCalledTimes(1)
})

test('a write counts as done if only fsync of the folder fails', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(folder)
  const from = await writeRecords(store, 'a', { records: texts({ one: 1 }) })
  const sync = await spyOnSync()
  const { mock } = sync
  sync.mockImplementation(() =>
    mock.calls.length === 2 ? Promise.reject(new Error('EINVAL: invalid argument, fsync')) : Promise.resolve(),
  )
  await writeRecords(store, 'a', { from, records: texts({ one: 2 }) })
  expect(JSON.parse(await readFile(store.placeOf('a'), 'utf8')).records).toEqual({ one: 2 })
  expect(sync).toHaveBeenCalledTimes(2)
})

test('a failed write does not create a world that can be quarantined', async () => {
  const folder = await dataFolder()
  const { store } = await openFolder(folder)
  await expect(store.quarantine('a')).rejects.toThrow('There is no such world.')
  expect((await readdir(folder)).toSorted()).toEqual(['lock.json', 'worlds'])
})

/** Observes fsync calls. */
async function spyOnSync() {
  const file = await open(process.execPath)
  await file.close()
  const spy = vi.spyOn(Object.getPrototypeOf(file) as typeof file, 'sync')
  onTestFinished(() => spy.mockRestore())
  return spy
}
