import { expect, test } from 'vitest'
import { program } from '../../src/kit/cli/program.ts'
import { wideLines } from './run.ts'

test('the help of maildouble has a line for each command, but for the one that only kits call', () => {
  const help = program().helpInformation()
  const listed = [...help.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name)
  const names = program().commands.map((command) => command.name())
  expect(listed).toEqual(names.filter((name) => name !== 'story'))
  expect(names).toContain('story')
  expect(names).not.toContain('replay')
  expect(wideLines(help)).toEqual([])
})
