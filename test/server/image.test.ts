import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { environmentOf, isInContext, stagesOf, wordsIn, type Stage } from '../../build/dockerfile.mjs'

const stages = stagesOf(readFileSync('Dockerfile', 'utf8'))
const image = stages.at(-1) as Stage
const ignore = readFileSync('.dockerignore', 'utf8')

/** A duration of a health check, in seconds. */
function seconds(text = ''): number {
  return Number(/^(\d+)s$/.exec(text)?.[1])
}

test('the container image is built in stages from one version of Node', () => {
  expect(stages.map(({ as, base }) => [as, base])).toEqual([
    ['build', 'node:24-slim'],
    ['dependencies', 'node:24-slim'],
    ['2', 'node:24-slim'],
  ])
})

test('the container image copies only existing files that .dockerignore admits', () => {
  const copied = stages.flatMap(({ instructions }) =>
    instructions
      .filter(({ name, flags }) => name === 'COPY' && flags['from'] === undefined)
      .flatMap(({ words }) => words.slice(0, -1)),
  )
  expect(copied.filter((path) => !existsSync(path) || !isInContext(ignore, path))).toEqual([])
  expect(
    ['.git', 'node_modules', 'dist', 'test', 'src/kernel/contract/generated'].filter((path) => isInContext(ignore, path)),
  ).toEqual([])
})

test('the container image contains the bundle and its dependencies, and nothing else', () => {
  const copied = image.instructions.filter(({ name }) => name === 'COPY').map(({ flags, text }) => [flags['from'], text])
  expect(copied).toEqual([
    [undefined, 'package.json LICENSE ./'],
    ['dependencies', '/app/node_modules node_modules'],
    ['build', '/app/node_modules/@redis/client node_modules/@redis/client'],
    ...['@modelcontextprotocol/server', '@modelcontextprotocol/core', 'zod'].map((name) => [
      'build',
      `/app/node_modules/${name} node_modules/${name}`,
    ]),
    ['build', '/app/THIRD-PARTY-NOTICES ./'],
    ['build', '/app/dist dist'],
    ['dependencies', '/app/data /data'],
  ])
  const install = stages[1]?.instructions.find(({ name }) => name === 'RUN')?.words
  expect(install).toEqual(expect.arrayContaining(['ci', '--omit=dev', '--ignore-scripts']))
})

test('the container image runs the server as a non-root user on all addresses, with a stop signal that it handles', () => {
  expect(wordsIn(image, 'USER')).toEqual(['1000:1000'])
  expect([...wordsIn(image, 'ENTRYPOINT'), ...wordsIn(image, 'CMD')]).toEqual(['node', '/app/dist/cli.js', 'serve'])
  expect(environmentOf(image)).toEqual({ NODE_ENV: 'production', MAILDOUBLE_HOST: '0.0.0.0' })
  expect(wordsIn(image, 'STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(wordsIn(image, 'EXPOSE')).toEqual(['4030'])
})

test('the container image checks its health with tools that it contains', () => {
  const [command, flag, script] = wordsIn(image, 'HEALTHCHECK')
  expect([command, flag]).toEqual(['node', '-e'])
  expect(script).toContain('/_control/health')
})

test('the container image stays healthy while the machine is busy', () => {
  const { interval, timeout, ...flags } = image.instructions.find(({ name }) => name === 'HEALTHCHECK')?.flags ?? {}
  expect(seconds(interval)).toBe(2)
  expect(seconds(timeout)).toBeGreaterThanOrEqual(10)
  expect(seconds(flags['start-period'])).toBeGreaterThanOrEqual(30)
})

test('the container image has a folder for worlds that its user can write to', () => {
  const folder = image.instructions.find(({ name, words }) => name === 'COPY' && words.at(-1) === '/data')
  expect(folder?.flags['chown']).toBe(wordsIn(image, 'USER')[0])
})
