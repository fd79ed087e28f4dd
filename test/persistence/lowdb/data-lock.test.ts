import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DataLock, type LockHolder, thisProcess } from '../../../src/server/persistence/lowdb/data-lock.ts'
import { dataFolder } from '../data-folder.ts'

const TOKEN = '00000000-0000-4000-8000-000000000000'
const OTHER = '11111111-1111-4111-8111-111111111111'
const UNUSED_PID = 4_194_305 // One more than the highest possible process id.
const hasProc = existsSync('/proc/self/stat')

async function takeLock(folder: string): Promise<DataLock> {
  const lock = await DataLock.take(folder)
  onTestFinished(() => lock.release())
  return lock
}

/** Leaves a lock as another process would. */
async function leaveLock(folder: string, changes: Partial<LockHolder>, name = 'lock.json'): Promise<void> {
  await writeFile(join(folder, name), JSON.stringify({ ...(await thisProcess()), token: TOKEN, ...changes }))
}

const holderOf = async (folder: string): Promise<LockHolder> => JSON.parse(await readFile(join(folder, 'lock.json'), 'utf8'))

test('the lock of a data folder names its owner and is removed on release', async () => {
  const folder = await dataFolder()
  const lock = await takeLock(folder)
  expect(await readdir(folder)).toEqual(['lock.json'])
  const { pid, since } = await holderOf(folder)
  expect(pid).toBe(process.pid)
  await expect(takeLock(folder)).rejects.toThrow(`The folder ${folder} is in use by process ${pid}, since ${since}.`)
  expect(await readdir(folder)).toEqual(['lock.json'])
  await lock.check()
  await lock.release()
  expect(await readdir(folder)).toEqual([])
  await takeLock(folder)
})

test('the lock of a data folder is not taken from a running process', async () => {
  const folder = await dataFolder()
  await leaveLock(folder, { pid: process.ppid, began: null })
  await expect(takeLock(folder)).rejects.toThrow(`in use by process ${process.ppid}, since`)
})

test.each<[string, Partial<LockHolder>]>([
  ['no longer runs', { pid: UNUSED_PID }],
  ['had this process id in an earlier start of the container', { began: 'other-boot 7' }],
  ['had this process id on a system that does not report start times', { began: null }],
])('the lock of a data folder is taken from a process that %s', async (_, changes) => {
  const folder = await dataFolder()
  await leaveLock(folder, changes)
  await (await takeLock(folder)).check()
  expect((await holderOf(folder)).token).not.toBe(TOKEN)
  expect(await readdir(folder)).toEqual(['lock.json'])
})

test.skipIf(!hasProc)('the lock of a data folder is taken from a process whose id now belongs to another one', async () => {
  const folder = await dataFolder()
  await leaveLock(folder, { pid: process.ppid, began: 'this-boot 7' })
  await (await takeLock(folder)).check()
})

test.skipIf(!hasProc)(
  'the lock of a data folder is not taken from this process by another copy of the program in it',
  async () => {
    const folder = await dataFolder()
    await leaveLock(folder, {})
    await expect(takeLock(folder)).rejects.toThrow(`in use by process ${process.pid}, since`)
  },
)

test.each(['', '{"pid":1', 'null', '{"pid":-1}', `{"pid":1,"since":"s","token":"../../x"}`])(
  'the lock of a data folder is rejected with what to do if its content is invalid: %j',
  async (text) => {
    const folder = await dataFolder()
    const path = join(folder, 'lock.json')
    await writeFile(path, text)
    await expect(takeLock(folder)).rejects.toThrow(`${path} does not name a process. Delete it if no server uses the folder.`)
    expect(await readdir(folder)).toEqual(['lock.json'])
  },
)

test('the lock of a data folder is taken from the last of several processes that were killed during a takeover', async () => {
  const folder = await dataFolder()
  await leaveLock(folder, { pid: UNUSED_PID })
  await leaveLock(folder, { pid: UNUSED_PID, token: OTHER }, `.lock.${TOKEN}.next`)
  await (await takeLock(folder)).check()
  expect(await readdir(folder)).toEqual(['lock.json'])
})

test('the lock of a data folder is not taken from a process that took over from a killed one', async () => {
  const folder = await dataFolder()
  await leaveLock(folder, { pid: UNUSED_PID })
  await leaveLock(folder, { pid: process.ppid, began: null, token: OTHER }, `.lock.${TOKEN}.next`)
  await expect(takeLock(folder)).rejects.toThrow(`in use by process ${process.ppid}, since`)
})

test('the lock of a data folder reports its loss without affecting other owners', async () => {
  const folder = await dataFolder()
  const lock = await takeLock(folder)
  await leaveLock(folder, { pid: 7, since: 'noon' })
  await expect(lock.check()).rejects.toThrow(`has lost the folder ${folder}: it is held by process 7, since noon.`)
  await lock.release()
  expect((await holderOf(folder)).token).toBe(TOKEN)
  await rm(join(folder, 'lock.json'))
  await expect(lock.check()).rejects.toThrow('lock.json was deleted.')
})

test('the lock of a data folder is still held after it was moved away and back', async () => {
  const folder = await dataFolder()
  const lock = await takeLock(folder)
  await copyFile(join(folder, 'lock.json'), join(folder, 'copy'))
  await rename(join(folder, 'copy'), join(folder, 'lock.json'))
  await lock.check()
})
