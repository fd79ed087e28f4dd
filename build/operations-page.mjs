// Makes the reference page of the service's operations: where each comes from, and which assumptions it depends on.
import { assumptionsOf } from './assumptions-of.mjs'
import { operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */

/** Maximum number of entries in a table cell before they are collapsed. */
const SHOWN_MAX = 2

/** @param {readonly Contract[]} contracts of the service, and of the pages and the sign-in, which need no key */
export function operationsPage(contracts) {
  const assumptions = Object.assign({}, ...contracts.map((contract) => contract['x-assumptions']))
  const rows = contracts.flatMap((contract) =>
    [...operationsOf(contract)].map(({ path, method, operation }) => ({
      tag: operation.tags[0],
      cells: [
        `\`${method} ${path}\`<br>${operation.operationId}`,
        operation['x-assumption'] ? `assumed, ${assumptions[operation['x-assumption']].confidence}` : 'documented',
        collapsed(assumptionsOf(contract, operation)),
      ],
    })),
  )
  const documented = rows.filter(({ cells }) => cells[1] === 'documented').length
  return [
    '# Operations of the service',
    '',
    `Every operation with its provenance: ${documented} of ${rows.length} are documented in the service's reference, the others are assumed to exist. The`,
    'last column lists the [assumptions](assumptions) behind the operation, its parameters, its body and its answer.',
    ...contracts
      .flatMap(({ tags }) => tags)
      .flatMap(({ name, description }) => {
        const own = rows.filter(({ tag }) => tag === name)
        if (own.length === 0) return []
        return [
          '',
          `## ${name}`,
          '',
          `${description}.`,
          '',
          '| Operation | Provenance | Assumptions |',
          '|---|---|---|',
          ...own.map(({ cells }) => `| ${cells.join(' | ')} |`),
        ]
      }),
    '',
  ].join('\n')
}

/** @param {readonly string[]} ids of assumptions */
function collapsed(ids) {
  const links = ids.map((id) => `[${id}](assumptions#${id})`)
  if (links.length <= SHOWN_MAX) return links.join('<br>')
  return `<details><summary>${links.length} assumptions</summary>${links.join('<br>')}</details>`
}
