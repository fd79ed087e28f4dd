// docs/assumptions.md: what the service's reference leaves open, how it is decided here, and how sure that is.
import { operationsOf } from './spec.mjs'

/** @typedef {Record<string, any>} Json */

/** @param {Json} contract */
export function assumptionsPage(contract) {
  const assumptions = Object.entries(
    /** @type {Record<string, { confidence: string, says: string }>} */ (contract['x-assumptions']),
  )
  const groups = [...new Set(assumptions.map(([id]) => id.split('.')[0] ?? ''))].toSorted()
  const documented = [...operationsOf(contract)].filter(({ operation }) => operation['x-provenance'] === 'documented')
  const total = [...operationsOf(contract)].length
  return [
    '# What is known and what is assumed',
    '',
    'The contract in `spec/` marks each operation, parameter, property and error: `x-provenance: documented` where the',
    "service's own reference states it, `x-provenance: assumed` where the reference is silent and a decision had to be made.",
    `${documented.length} of ${total} operations are documented; these are the ${assumptions.length} assumptions, with the confidence in each.`,
    '',
    'This page is written by `npm run docs` from `spec/assumptions/`.',
    ...groups.flatMap((group) => [
      '',
      `## ${group}`,
      '',
      '| Assumption | Confidence | |',
      '|---|---|---|',
      ...assumptions
        .filter(([id]) => id.startsWith(`${group}.`))
        .map(
          ([id, { confidence, says }]) =>
            `| \`${id}\` | ${confidence} | ${says.replaceAll('|', '\\|').replaceAll('\n', ' ').trim()} |`,
        ),
    ]),
    '',
  ].join('\n')
}
