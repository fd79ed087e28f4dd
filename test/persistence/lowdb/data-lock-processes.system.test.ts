import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StoreError } from '../../../src/persistence/store.ts'
import { change } from '../change.ts'
import { dataFolder, opened } from '../data-folder.ts'
import { holding } from '../holders.ts'

describe('a folder that several processes want', () => {
  test('is refused to the second one, which is told who has it', async () => {
    const folder = await dataFolder()
    const first = await holding(folder)
    expect(await first.say('open')).toBe('open')
    const second = await holding(folder)
    expect(await second.say('open')).toMatch(`refused The folder ${folder} is in use by process ${first.child.pid} on `)
    await expect(opened(folder)).rejects.toThrow(StoreError)
    expect(await first.say('a 10')).toMatch(/^wrote \w+-1$/)
    expect(await first.say('close')).toBe('closed')
    expect(await second.say('open')).toBe('open')
  })

  test('is free at once when its process was killed', async () => {
    const folder = await dataFolder()
    for (let life = 1; life <= 5; life++) {
      const process = await holding(folder)
      expect(await process.say('open')).toBe('open')
      expect(await process.say('a 10')).toMatch(new RegExp(`^wrote \\w+-${life}$`))
      await process.kill()
    }
    expect(await (await opened(folder)).store.ids()).toEqual(['a'])
  })

  test('has whole worlds only, and what was answered, when its process is killed while it writes', async () => {
    const folder = await dataFolder()
    let answered = 0
    for (let life = 0; life < 10; life++) {
      const process = await holding(folder)
      expect(await process.say('open')).toBe('open')
      answered = Number(/-(\d+)$/.exec(await process.say('a 1000'))?.[1])
      const unanswered = process.say('a 3000000')
      // In each life some more of the write is over.
      for (let turn = 0; turn < life; turn++) await readdir(join(folder, 'worlds'))
      await process.kill()
      await unanswered
      const { store } = await opened(folder)
      const stored = await store.read('a')
      const number = Number(stored?.version.split('-')[1])
      expect([answered, answered + 1]).toContain(number)
      expect(stored?.records.get('text')).toHaveLength(number === answered ? 1_000 : 3_000_000)
      await store.close()
      expect(await readdir(join(folder, 'worlds'))).toEqual(['a.json'])
    }
    expect(answered).toBeGreaterThanOrEqual(10)
  })

  test('is had by exactly one of twenty that start at once, also when the last holder was killed', async () => {
    const folder = await dataFolder()
    const processes = await Promise.all(Array.from({ length: 20 }, () => holding(folder)))
    const dead = await holding(folder)
    await dead.say('open')
    const lock = await readFile(join(folder, 'lock.json'))
    await dead.kill()
    for (let round = 0; round < 10; round++) {
      // Every other time nobody had it.
      if (round % 2 === 0) await writeFile(join(folder, 'lock.json'), lock)
      const answers = await Promise.all(processes.map((process) => process.say('open')))
      const at = answers.indexOf('open')
      expect(answers.filter((answer) => answer === 'open')).toHaveLength(1)
      const holder = `in use by process ${processes[at]?.child.pid} on `
      expect(answers.filter((answer) => !answer.includes(holder))).toEqual(['open'])
      expect((await readdir(folder)).toSorted()).toEqual(['lock.json', 'worlds'])
      expect(await processes[at]?.say('close')).toBe('closed')
    }
  })

  test('is written no more by a process that stood still for so long that another host has taken it over', async () => {
    const folder = await dataFolder()
    const still = await holding(folder)
    await still.say('open')
    expect(await still.say('a 10')).toMatch(/^wrote/)
    still.child.kill('SIGSTOP')
    await utimes(join(folder, 'lock.json'), 0, 0)
    const elsewhere = await holding(folder, { host: 'elsewhere' })
    expect(await elsewhere.say('open')).toBe('open')
    expect(await elsewhere.say('a 20')).toMatch(/-2$/)
    still.child.kill('SIGCONT')
    expect(await still.say('a 30')).toMatch(
      new RegExp(
        `^refused The world a cannot be saved in .*: This process has lost the folder ${folder}: it is held by process ${elsewhere.child.pid} on elsewhere`,
      ),
    )
    expect(await elsewhere.say('a 40')).toMatch(/-3$/)
  })
})

test('a file that would be larger than the system allows is refused, and the next smaller one is written', async () => {
  const folder = await dataFolder()
  const process = await holding(folder, { shell: 'ulimit -f 200;' })
  await process.say('open')
  expect(await process.say('a 10')).toMatch(/-1$/)
  expect(await process.say('a 500000')).toContain('refused The world a cannot be saved in')
  expect(await process.say('a 500000')).toContain('EFBIG: file too large. What was saved before is unchanged.')
  expect(await readdir(join(folder, 'worlds'))).toEqual(['a.json'])
  expect(await process.say('a 20')).toMatch(/-2$/)
  await process.kill()
  const { store } = await opened(folder)
  expect((await store.read('a'))?.records).toEqual(new Map([['text', 'x'.repeat(20)]]))
  expect(await store.write(change('a'))).toBeUndefined()
})
