// docs/internals/operations.md: each operation of the contracts with its handler, its tests, and what in it is assumed.
import { basename } from 'node:path'
import { relianceOf } from './reliance.mjs'
import { handlersIn, testsIn } from './sources.mjs'
import { operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** A cell lists so many things before they are folded away. */
const SHOWN_MAX = 2

/** @param {Contract} service the service's contract @param {Contract} pages the contract of what is reached without the key */
export function operationsPage(service, pages) {
  const tests = testsIn('test')
  const assumptions = { ...service['x-assumptions'], ...pages['x-assumptions'] }
  const parts = [
    { contract: service, handlers: handlersIn('src/resources', 'Operations') },
    { contract: pages, handlers: handlersIn('src/public', 'PublicOperations') },
  ]
  const rows = parts.flatMap(({ contract, handlers }) =>
    [...operationsOf(contract)].map(({ path, method, operation }) => ({
      tag: operation.tags[0],
      path,
      method,
      id: operation.operationId,
      assumption: operation['x-assumption'],
      handler: handlers.get(operation.operationId),
      tests: tests.get(operation.operationId) ?? [],
      reliance: relianceOf(contract, operation),
    })),
  )
  const documented = rows.filter(({ assumption }) => !assumption).length
  const total = rows.reduce((sum, row) => sum + countOf(row.tests), 0)
  const tags = parts.flatMap(({ contract }) => contract.tags)
  return [
    '# Every operation',
    '',
    `${rows.length} operations: ${documented} that the service's reference shows, ${rows.length - documented} that are assumed to be there.`,
    `Their own blocks of tests hold ${total} tests; beside them, \`test/contract\` tries credentials, broken bodies, unknown ids, paging`,
    'and dates at every operation, and `test/simulation` calls all of them at random.',
    '',
    'The assumptions are those that the operation, its parameters, its body and its answer lean on; what they say stands in',
    '[assumptions.md](assumptions.md). That of the catalogue of errors holds for all and is left out.',
    '',
    'This page is written by `npm run docs` from `spec/`, `src/` and `test/`.',
    ...tags.flatMap(({ name, description }) => {
      const own = rows.filter(({ tag }) => tag === name)
      if (own.length === 0) return []
      return [
        '',
        `## ${name}`,
        '',
        `${description}.`,
        '',
        '| Operation | Known | Handler | Tests | Leans on |',
        '|---|---|---|---|---|',
        ...own.map((row) => line(row, assumptions)),
      ]
    }),
    '',
  ].join('\n')
}

/** @typedef {{ id: string, method: string, path: string, assumption?: string, handler: string | undefined,
 *   tests: import('./sources.mjs').Tried[], reliance: string[] }} Row */

/** @param {Row} row @param {Json} assumptions */
function line({ id, method, path, assumption, handler, tests, reliance }, assumptions) {
  const unknown = reliance.find((name) => !assumptions[name])
  if (unknown) throw new Error(`${id} leans on ${unknown}, which is not written down in spec/assumptions.`)
  const known = assumption ? `assumed, ${assumptions[assumption].confidence}` : 'documented'
  const tried = tests.map(({ file, tests: count }) => `${link(file)} (${count})`)
  const leans = reliance.map((name) => `[${name}](assumptions.md#${name})`)
  const cells = [
    `\`${method} ${path}\`<br>${id}`,
    known,
    handler ? link(handler) : '**none**',
    folded(tried, `${countOf(tests)} in ${tests.length} files`) || '**none**',
    folded(leans, `${leans.length} assumptions`),
  ]
  return `| ${cells.join(' | ')} |`
}

/** @param {string} file */
function link(file) {
  const name = basename(file) === 'operations.ts' ? file.split('/').slice(-2).join('/') : basename(file)
  return `[${name}](../../${file})`
}

/** @param {string[]} things @param {string} summary */
function folded(things, summary) {
  if (things.length <= SHOWN_MAX) return things.join('<br>')
  return `<details><summary>${summary}</summary>${things.join('<br>')}</details>`
}

/** @param {import('./sources.mjs').Tried[]} tests */
function countOf(tests) {
  return tests.reduce((sum, { tests: count }) => sum + count, 0)
}
