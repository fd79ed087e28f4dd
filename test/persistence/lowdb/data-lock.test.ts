import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DEADLINE_MS } from '../../deadline.ts'
import { DataLock, type LockOptions } from '../../../src/persistence/lowdb/data-lock.ts'
import { type LockHolder, thisProcess } from '../../../src/persistence/lowdb/holder.ts'
import { dataFolder } from '../data-folder.ts'

const TOKEN = '00000000-0000-4000-8000-000000000000'
const OTHER = '11111111-1111-4111-8111-111111111111'
const UNUSED_PID = 4_194_305 // One more than the highest possible process id.
const hasProc = existsSync('/proc/self/stat')

async function takeLock(folder: string, options: Partial<LockOptions> = {}): Promise<DataLock> {
  const lock = await DataLock.take(folder, { log: () => {}, ...options })
  onTestFinished(() => lock.release())
  return lock
}

/** Leaves a lock as another process would; its last heartbeat was the given number of seconds ago. */
async function leaveLock(folder: string, changes: Partial<LockHolder>, secondsAgo = 0, name = 'lock.json'): Promise<void> {
  await writeFile(join(folder, name), JSON.stringify({ ...(await thisProcess()), token: TOKEN, ...changes }))
  const at = Date.now() / 1_000 - secondsAgo
  await utimes(join(folder, name), at, at)
}

const holderOf = async (folder: string): Promise<LockHolder> => JSON.parse(await readFile(join(folder, 'lock.json'), 'utf8'))

describe('the lock of a data folder', () => {
  test('names its owner and is removed on release', async () => {
    const folder = await dataFolder()
    const lock = await takeLock(folder)
    expect(await readdir(folder)).toEqual(['lock.json'])
    const { pid, host, since } = await holderOf(folder)
    expect(pid).toBe(process.pid)
    await expect(takeLock(folder)).rejects.toThrow(`The folder ${folder} is in use by process ${pid} on ${host}, since ${since}.`)
    expect(await readdir(folder)).toEqual(['lock.json'])
    await lock.check()
    await lock.release()
    expect(await readdir(folder)).toEqual([])
    await takeLock(folder)
  })

  test('is not taken from a running process, however old its heartbeat', async () => {
    const folder = await dataFolder()
    await leaveLock(folder, { pid: process.ppid, began: null }, 86_400)
    await expect(takeLock(folder)).rejects.toThrow(`in use by process ${process.ppid} on`)
  })

  test.each<[string, Partial<LockHolder>]>([
    ['no longer runs', { pid: UNUSED_PID }],
    ['had this process id in an earlier start of the container', { began: 'other-boot 7' }],
    ['had this process id on a system that does not report start times', { began: null }],
  ])('is taken from a process that %s', async (_, changes) => {
    const folder = await dataFolder()
    await leaveLock(folder, changes)
    await (await takeLock(folder)).check()
    expect((await holderOf(folder)).token).not.toBe(TOKEN)
    expect(await readdir(folder)).toEqual(['lock.json'])
  })

  test.skipIf(!hasProc)('is taken from a process whose id now belongs to another one', async () => {
    const folder = await dataFolder()
    await leaveLock(folder, { pid: process.ppid, began: 'this-boot 7' })
    await (await takeLock(folder)).check()
  })

  test('is taken from a process on another host after 20 s without a heartbeat', async () => {
    const folder = await dataFolder()
    await leaveLock(folder, { host: 'elsewhere', pid: 1 }, 21)
    await (await takeLock(folder)).check()
  })

  test('is not taken from a process on another host with a current heartbeat', async () => {
    const folder = await dataFolder()
    const logged: string[] = []
    const lock = await takeLock(folder, { host: 'elsewhere', beatMs: 50 })
    await expect(takeLock(folder, { log: (text) => logged.push(text) })).rejects.toThrow(
      `in use by process ${process.pid} on elsewhere`,
    )
    await leaveLock(folder, { host: 'elsewhere', pid: 1, since: '2026-01-01T00:00:00.000Z' })
    const waiting = takeLock(folder, { staleMs: DEADLINE_MS, log: (text) => logged.push(text) })
    await expect.poll(() => logged).toHaveLength(1)
    await utimes(join(folder, 'lock.json'), new Date(), new Date())
    await expect(waiting).rejects.toThrow('in use by process 1 on elsewhere, since 2026-01-01T00:00:00.000Z.')
    expect(logged[0]).toBe(
      `The folder ${folder} was held by process 1 on elsewhere, since 2026-01-01T00:00:00.000Z. Waiting at most ${DEADLINE_MS / 1_000}s for a sign of life from it.`,
    )
    await lock.release()
  })

  test('is waited for and taken if no heartbeat comes', async () => {
    const folder = await dataFolder()
    const logged: string[] = []
    await leaveLock(folder, { host: 'elsewhere', pid: 1 })
    await (await takeLock(folder, { staleMs: 500, log: (text) => logged.push(text) })).check()
    expect(logged).toHaveLength(1)
  })

  test('is taken immediately when the process on another host releases it', async () => {
    const folder = await dataFolder()
    const logged: string[] = []
    await leaveLock(folder, { host: 'elsewhere', pid: 1 })
    const waiting = takeLock(folder, { log: (text) => logged.push(text) })
    await expect.poll(() => logged).toHaveLength(1)
    await rm(join(folder, 'lock.json'))
    await (await waiting).check()
  })

  test.each(['', '{"pid":1', 'null', '{"pid":-1}', `{"pid":1,"host":"h","since":"s","token":"../../x"}`])(
    'is replaced once it is old if its content is invalid: %j',
    async (text) => {
      const folder = await dataFolder()
      await writeFile(join(folder, 'lock.json'), text)
      await (await takeLock(folder, { staleMs: 300 })).check()
      expect(await readdir(folder)).toEqual(['lock.json'])
    },
  )

  test('is taken from the last of several processes that were killed during a takeover', async () => {
    const folder = await dataFolder()
    await leaveLock(folder, { pid: UNUSED_PID })
    await leaveLock(folder, { pid: UNUSED_PID, token: OTHER }, 0, `.lock.${TOKEN}.next`)
    await (await takeLock(folder)).check()
    expect(await readdir(folder)).toEqual(['lock.json'])
  })

  test('is not taken from a process that took over from a killed one', async () => {
    const folder = await dataFolder()
    await leaveLock(folder, { pid: UNUSED_PID })
    await leaveLock(folder, { pid: process.ppid, began: null, token: OTHER }, 0, `.lock.${TOKEN}.next`)
    await expect(takeLock(folder)).rejects.toThrow(`in use by process ${process.ppid} on`)
  })

  test('updates its heartbeat', async () => {
    const folder = await dataFolder()
    await takeLock(folder, { beatMs: 20 })
    const text = await readFile(join(folder, 'lock.json'), 'utf8')
    await utimes(join(folder, 'lock.json'), 0, 0)
    await expect.poll(async () => (await stat(join(folder, 'lock.json'))).mtimeMs).toBeGreaterThan(1_000_000)
    expect(await readFile(join(folder, 'lock.json'), 'utf8')).toBe(text)
  })

  test('reports its loss without affecting other owners', async () => {
    const folder = await dataFolder()
    const lock = await takeLock(folder, { beatMs: 10 })
    await leaveLock(folder, { pid: 7, host: 'elsewhere', since: 'noon' }, 1_000)
    await expect(lock.check()).rejects.toThrow(`has lost the folder ${folder}: it is held by process 7 on elsewhere, since noon.`)
    await lock.release()
    expect((await holderOf(folder)).token).toBe(TOKEN)
    await rm(join(folder, 'lock.json'))
    await expect(lock.check()).rejects.toThrow('lock.json was deleted.')
  })

  test('is still held after it was moved away and back', async () => {
    const folder = await dataFolder()
    const lock = await takeLock(folder)
    await copyFile(join(folder, 'lock.json'), join(folder, 'copy'))
    await rename(join(folder, 'copy'), join(folder, 'lock.json'))
    await lock.check()
  })
})
