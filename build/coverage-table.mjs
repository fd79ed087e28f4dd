// Updates the table of resources in README.md from the contract and the state machines. The rest of the page is written by hand.
import { basename, dirname } from 'node:path'
import { machinesIn } from './sources.mjs'
import { operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {import('./machines-page.mjs').Machine} Machine */

/** The part of the page with the table. */
const TABLE = /(<!-- resources: [^>]*-->\n)[^]*?(<!-- end of resources -->)/

/**
 * Returns the page with the current table.
 * @param {string} page the current page
 * @param {readonly Contract[]} contracts the contracts of what applications and their users call
 * @param {readonly Machine[]} machines
 */
export function withCoverageTable(page, contracts, machines) {
  if (!TABLE.test(page)) throw new Error('README.md has no place for the table of resources: <!-- resources: ... -->')
  return page.replace(TABLE, (_, begin, end) => `${begin}\n${coverageTable(contracts, machines)}\n\n${end}`)
}

/** A row for each tag of the contracts, and one for all. @param {readonly Contract[]} contracts @param {readonly Machine[]} machines */
function coverageTable(contracts, machines) {
  const operations = contracts.flatMap((contract) => [...operationsOf(contract)].map(({ operation }) => operation))
  const states = statesByFolder(machines)
  const rows = contracts.flatMap(({ tags: all }) =>
    all.map(({ name, description }) => {
      const own = operations.filter(({ tags }) => tags[0] === name)
      return `| ${name} | ${description} | ${own.length} | ${documentedOf(own)} | ${statesText(states.get(name) ?? [])} |`
    }),
  )
  return [
    '| Resource | | Operations | Documented | States |',
    '|---|---|---|---|---|',
    ...rows,
    `| **all** | | **${operations.length}** | **${documentedOf(operations)}** | |`,
  ].join('\n')
}

/** @param {readonly Record<string, any>[]} operations */
function documentedOf(operations) {
  return operations.filter((operation) => !operation['x-assumption']).length
}

/** The states of a resource; of several machines, each with its name. @param {readonly { name: string, states: string }[]} machines */
function statesText(machines) {
  return machines.map(({ name, states }) => (machines.length > 1 ? `${name}: ${states}` : states)).join('; ')
}

/** The states of the machines, by the folder of their source, which has the name of a tag. @param {readonly Machine[]} machines */
function statesByFolder(machines) {
  const sources = machinesIn('src/service/resources')
  /** @type {Map<string, { name: string, states: string }[]>} */
  const found = new Map()
  for (const { name, states } of machines) {
    const folder = basename(dirname(sources.get(name)?.file ?? ''))
    found.set(folder, [...(found.get(folder) ?? []), { name, states: Object.keys(states).join(', ') }])
  }
  return found
}
