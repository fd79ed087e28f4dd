// Loads the state machines of src/service/ for the docs.
import { loadSources } from './load-source.mjs'
import { machinesIn } from './sources.mjs'

/** All state machines, by name. @returns {Promise<readonly import('./machines-page.mjs').Machine[]>} */
export async function machines() {
  const found = machinesIn('src/service')
  const modules = await loadSources([...new Set([...found.values()].map(({ file }) => file))])
  const machine = (/** @type {any} */ each) => (each?.moves && found.has(each.name) ? [each] : [])
  return modules.flatMap((module) => Object.values(module).flatMap(machine)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
