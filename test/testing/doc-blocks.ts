import { readFileSync } from 'node:fs'

/** The files on a page: code blocks whose first line is a comment with a file name. */
export function filesIn(page: string): Record<string, string> {
  const markdown = readFileSync(page, 'utf8')
  const blocks = [...markdown.matchAll(/```\w+\n\/\/ (\S+)\n([\s\S]+?)```/g)]
  return Object.fromEntries(blocks.map(({ 1: name = '', 2: text = '' }) => [name, text]))
}

/** The test examples in the documentation comments of a source. */
export function testExamplesIn(source: string): string[] {
  const comments = [...readFileSync(source, 'utf8').matchAll(/ \* @example\n((?: \*(?: .*)?\n)+)/g)]
  return comments.map(({ 1: text = '' }) => text.replaceAll(/^ \* ?/gm, '')).filter((text) => text.includes('test('))
}
