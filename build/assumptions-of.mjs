// Finds the assumptions that an operation of a contract relies on.
import { resolved } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/** The ids of all assumptions of an operation, its parameters, its body and its answers, in document order. Errors are left out,
 * since one assumption about the catalogue covers them all. @param {Contract} contract @param {Json} operation @returns {string[]} */
export function assumptionsOf(contract, operation) {
  /** @type {Set<string>} */
  const ids = new Set()
  /** @type {Set<string>} */
  const followed = new Set()
  /** @param {any} node */
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node['$ref'] === 'string') {
      if (followed.has(node['$ref'])) return
      followed.add(node['$ref'])
      return visit(resolved(contract, node))
    }
    if (typeof node['x-assumption'] === 'string') ids.add(node['x-assumption'])
    for (const id of Object.values(node['x-enum-assumptions'] ?? {})) ids.add(String(id))
    for (const id of node['x-relies-on'] ?? []) ids.add(id)
    for (const [key, child] of Object.entries(node)) {
      if (key === 'example' || key === 'examples' || key.startsWith('x-')) continue
      if (key === 'responses')
        visit(Object.entries(child).flatMap(([status, each]) => (isError(status, resolved(contract, each)) ? [] : [each])))
      else visit(child)
    }
  }
  visit(operation)
  return [...ids]
}

/** Whether a response is one of the catalogue of errors. @param {string} status @param {Json} response */
function isError(status, response) {
  return !status.startsWith('2') && Boolean(response['x-words'])
}
