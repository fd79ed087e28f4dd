import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readComments } from '../../src/service/scenarios/read/comments.ts'

test('the comments of a file are those on lines of their own, in blocks, and no text that only looks like one', async () => {
  const yaml = 'a: |\n  # no comment\n  text\nb: 1 # beside\n# yes\n#   indented\nc: "# no"\n# first\n\n# second\n'
  expect(await readComments(yaml)).toBe('yes\n  indented\n\nfirst\n\nsecond')
})

test('the comments of a shipped scenario leave out the line for editors', async () => {
  const comments = await readComments(readFileSync('scenarios/starter.yaml', 'utf8'))
  expect(comments).toMatch(/^All instants are relative, so the data never age\.\n\n {2}list aaaaaaaaaa {2}Acme News/)
  expect(comments).not.toContain('yaml-language-server')
})
