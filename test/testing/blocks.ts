import { readFileSync } from 'node:fs'

/** The files that a page shows: blocks whose first line is a comment with a name. */
export function filesIn(page: string): Record<string, string> {
  const markdown = readFileSync(page, 'utf8')
  const blocks = [...markdown.matchAll(/```\w+\n\/\/ (\S+)\n([\s\S]+?)```/g)]
  return Object.fromEntries(blocks.map(({ 1: name = '', 2: text = '' }) => [name, text]))
}

/** The examples that a source shows in its comments, where they are tests. */
export function examplesIn(source: string): string[] {
  const comments = [...readFileSync(source, 'utf8').matchAll(/ \* @example\n((?: \*(?: .*)?\n)+)/g)]
  return comments.map(({ 1: text = '' }) => text.replaceAll(/^ \* ?/gm, '')).filter((text) => text.includes('test('))
}
