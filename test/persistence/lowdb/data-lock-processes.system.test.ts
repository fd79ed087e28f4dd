import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StoreError } from '../../../src/server/persistence/store.ts'
import { change } from '../change.ts'
import { dataFolder, openFolder } from '../data-folder.ts'
import { startFolderProcess } from '../start-folder-process.ts'

test('a folder used by several processes is rejected for the second process with the name of the owner', async () => {
  const folder = await dataFolder()
  const first = await startFolderProcess(folder)
  expect(await first.say('open')).toBe('open')
  const second = await startFolderProcess(folder)
  expect(await second.say('open')).toMatch(`refused The folder ${folder} is in use by process ${first.child.pid}, since`)
  await expect(openFolder(folder)).rejects.toThrow(StoreError)
  expect(await first.say('a 10')).toMatch(/^wrote \w+-1$/)
  expect(await first.say('close')).toBe('closed')
  expect(await second.say('open')).toBe('open')
})

test('a folder used by several processes is free immediately after its process was killed', async () => {
  const folder = await dataFolder()
  for (let life = 1; life <= 5; life++) {
    const process = await startFolderProcess(folder)
    expect(await process.say('open')).toBe('open')
    expect(await process.say('a 10')).toMatch(new RegExp(`^wrote \\w+-${life}$`))
    await process.kill()
  }
  expect(await (await openFolder(folder)).store.ids()).toEqual(['a'])
})

test('a folder used by several processes has only complete worlds and all acknowledged changes if its process is killed during a write', async () => {
  const folder = await dataFolder()
  let answered = 0
  for (let life = 0; life < 10; life++) {
    const process = await startFolderProcess(folder)
    expect(await process.say('open')).toBe('open')
    answered = Number(/-(\d+)$/.exec(await process.say('a 1000'))?.[1])
    const unanswered = process.say('a 3000000')
    // Each run gets a little further through the write.
    for (let turn = 0; turn < life; turn++) await readdir(join(folder, 'worlds'))
    await process.kill()
    await unanswered
    const { store } = await openFolder(folder)
    const stored = await store.read('a')
    const number = Number(stored?.version.split('-')[1])
    expect([answered, answered + 1]).toContain(number)
    expect(stored?.records.get('text')).toHaveLength(number === answered ? 1_000 : 3_000_000)
    await store.close()
    expect(await readdir(join(folder, 'worlds'))).toEqual(['a.json'])
  }
  expect(answered).toBeGreaterThanOrEqual(10)
})

test('a folder used by several processes is owned by exactly one of twenty concurrent starts, also after the last owner was killed', async () => {
  const folder = await dataFolder()
  const processes = await Promise.all(Array.from({ length: 20 }, () => startFolderProcess(folder)))
  const dead = await startFolderProcess(folder)
  await dead.say('open')
  const lock = await readFile(join(folder, 'lock.json'))
  await dead.kill()
  for (let round = 0; round < 10; round++) {
    // Every other time the folder has no owner.
    if (round % 2 === 0) await writeFile(join(folder, 'lock.json'), lock)
    const answers = await Promise.all(processes.map((process) => process.say('open')))
    const at = answers.indexOf('open')
    expect(answers.filter((answer) => answer === 'open')).toHaveLength(1)
    const holder = `in use by process ${processes[at]?.child.pid}, since`
    expect(answers.filter((answer) => !answer.includes(holder))).toEqual(['open'])
    expect((await readdir(folder)).toSorted()).toEqual(['lock.json', 'worlds'])
    expect(await processes[at]?.say('close')).toBe('closed')
  }
})

test('a folder used by several processes is no longer written by a process whose lock another one has replaced', async () => {
  const folder = await dataFolder()
  const first = await startFolderProcess(folder)
  await first.say('open')
  expect(await first.say('a 10')).toMatch(/^wrote/)
  // As a process of another container does, which can't see this one.
  await rm(join(folder, 'lock.json'))
  const second = await startFolderProcess(folder)
  expect(await second.say('open')).toBe('open')
  expect(await second.say('a 20')).toMatch(/-2$/)
  expect(await first.say('a 30')).toMatch(
    new RegExp(
      `^refused The world a cannot be saved in .*: This process has lost the folder ${folder}: it is held by process ${second.child.pid}, since`,
    ),
  )
  expect(await second.say('a 40')).toMatch(/-3$/)
})

test("a file beyond the system's size limit is rejected, and the next smaller one is written", async () => {
  const folder = await dataFolder()
  const process = await startFolderProcess(folder, { shell: 'ulimit -f 200;' })
  await process.say('open')
  expect(await process.say('a 10')).toMatch(/-1$/)
  expect(await process.say('a 500000')).toContain('refused The world a cannot be saved in')
  expect(await process.say('a 500000')).toContain('EFBIG: file too large. What was saved before is unchanged.')
  expect(await readdir(join(folder, 'worlds'))).toEqual(['a.json'])
  expect(await process.say('a 20')).toMatch(/-2$/)
  await process.kill()
  const { store } = await openFolder(folder)
  expect((await store.read('a'))?.records).toEqual(new Map([['text', 'x'.repeat(20)]]))
  expect(await store.write(change('a'))).toBeUndefined()
})
