// Builds a curl command for each operation of the control API from its examples.
import { operationsOf, resolved } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

/**
 * @typedef {object} Shown
 * @property {string} id the operation id
 * @property {string} curl the command
 * @property {string[]} after operations whose commands must be run first
 * @property {string} status the expected status
 */

/** The address of the server in the commands. */
export const SERVER_URL = 'http://127.0.0.1:4030'

/** @param {Contract} contract @returns {Shown[]} */
export function curlsOf(contract) {
  return [...operationsOf(contract)].map(({ path, method, operation }) => ({
    id: operation.operationId,
    curl: `${operation['x-example-before'] ?? ''}${curlOf(contract, path, method, operation)}`,
    after: operation['x-example-after'] ?? [],
    status: Object.keys(operation.responses).find((status) => status.startsWith('2')) ?? '200',
  }))
}

/** @param {Contract} contract @param {string} path @param {string} method @param {Json} operation */
function curlOf(contract, path, method, operation) {
  const parameters = [...(contract.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
    resolved(contract, each),
  )
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const own = operation['x-example-path']?.[name]
    const { example = own } = own === undefined ? (parameters.find((each) => each.in === 'path' && each.name === name) ?? {}) : {}
    if (example === undefined) throw new Error(`The path parameter ${name} of ${operation.operationId} has no example.`)
    return String(example)
  })
  const query = operation['x-example-query'] ?? ''
  const url = `${SERVER_URL}/_control${filled.replace(/^\/worlds\/default(?=\/)/, '')}${query && `?${query}`}`
  const [type, body] = bodyOf(operation)
  const quoted = /[?&]/.test(url) ? `"${url}"` : url
  const flags = method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]
  const stream = 'text/event-stream' in (operation.responses['200']?.content ?? {})
  const command = ['curl', stream ? '-sN -m 1' : '-s', ...flags, quoted].join(' ')
  if (body === undefined) return command
  return `${command} \\\n  -H 'content-type: ${type}' -d '${body.replaceAll("'", `'\\''`)}'`
}

/** @param {Json} operation @returns {[string, string | undefined]} */
function bodyOf({ requestBody }) {
  const [[type, media] = ['', undefined]] = Object.entries(requestBody?.content ?? {})
  if (!media) return ['', undefined]
  const example = media.example ?? /** @type {Json | undefined} */ (Object.values(media.examples ?? {})[0])?.value
  if (example === undefined) return ['', undefined]
  return [type, typeof example === 'string' ? example.trimEnd() : format(example)]
}

/** JSON, on one line if it fits. @param {unknown} value */
function format(value) {
  const line = JSON.stringify(value)
    .replaceAll(/([,:{])(?=["[{\d-]|true|false|null)/g, '$1 ')
    .replaceAll(/(["\]}\w])\}/g, '$1 }')
  return JSON.stringify(value).length <= 100 ? line : JSON.stringify(value, undefined, 2)
}
