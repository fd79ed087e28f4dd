import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the README leads to a first test after two commands and less than twenty lines', () => {
  const readme = readFileSync('README.md', 'utf8')
  const section = readme.slice(readme.indexOf('## A first test'), readme.indexOf('## By hand'))
  const [install = '', first = '', run = ''] = [...section.matchAll(/```\w*\n([\s\S]+?)```/g)].map(([, text = '']) => text)
  expect([install.trim(), run.trim()]).toEqual(['npm install --save-dev maildouble vitest', 'npx vitest run'])
  expect(first.split('\n').length).toBeLessThan(20)
})
