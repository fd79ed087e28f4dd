// Loads the state machines of src/service/ for the docs.
import { loadSource } from './load-source.mjs'

/** @returns {Promise<readonly import('./machines-page.mjs').Machine[]>} */
export async function machines() {
  return (await loadSource('service/rules/machines.ts')).machines
}
