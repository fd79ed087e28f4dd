// Generates the words for the tables of a world, from spec/tables.yaml.
import { tableWords } from './spec.mjs'

/** The group whose tables people rarely look for. */
const INTERNAL = 'Internal'

/** The module with the tables of each group. */
export function tableWordsModule() {
  const groups = Object.entries(tableWords()).map(([group, tables]) => ({
    group,
    internal: group === INTERNAL,
    tables: Object.entries(tables).map(([table, title]) => ({ table, title })),
  }))
  return [
    '/** The tables of a world in groups, each with its name for people. */',
    `export const tableGroups = ${JSON.stringify(groups, null, 2)} as const\n`,
  ].join('\n')
}
