// Loads the state machines of src/service/resources/ for the docs.
import { loadSource } from './load-source.mjs'

/** @returns {Promise<readonly import('./machines-page.mjs').Machine[]>} */
export async function machines() {
  return (await loadSource('service/resources/machines.ts')).machines
}
