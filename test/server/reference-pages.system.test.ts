import { beforeAll, expect, test } from 'vitest'
import { referencePages } from '../../build/reference.mjs'

let pages: ReadonlyMap<string, string>
beforeAll(async () => {
  pages = await referencePages()
})

test('the reference pages can be made, and each has a title and a first paragraph', () => {
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining(['index', 'operations', 'control-api', 'settings', 'scenario-keys', 'assumptions', 'typescript']),
  )
  const odd = [...pages].filter(([, text]) => !/^# .+\n\n\S/.test(text))
  expect(odd.map(([name]) => name)).toEqual([])
})

test('links between reference pages lead to pages and headings that are there', () => {
  const broken = [...pages].flatMap(([name, text]) =>
    [...text.matchAll(/\]\(([^)#]*)#?([^)]*)\)/g)]
      .filter(([, target = '']) => !/^https?:|^\//.test(target))
      .filter(([, target = '', heading = '']) => !leadsTo(target === '' ? name : target, heading))
      .map(([link]) => `${name}: ${link}`),
  )
  expect([...new Set(broken)]).toEqual([])
})

function leadsTo(page: string, heading: string): boolean {
  const text = pages.get(page)
  if (text === undefined) return false
  const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return heading === '' || anchors.includes(heading) || text.includes(`id="${heading}"`)
}
