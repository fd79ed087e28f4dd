import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'

/**
 * @typedef {object} Result
 * @property {string} operationId
 * @property {number} status
 * @property {any} answer the response that a single call would have had
 */

/**
 * Reads the results of a batch: a gzipped tar of JSON files, each with an array of results. The URL needs no key and is valid for
 * ten
 * minutes.
 *
 * @param {string} url
 * @returns {Promise<Result[]>}
 */
export async function resultsOf(url) {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The results of the batch cannot be read: ${response.status}.`)
  const files = await unpackTar(gunzipSync(await response.arrayBuffer()))
  return files.flatMap(({ header, data }) => {
    if (header.type !== 'file') return []
    /** @type {{ operation_id: string, status_code: number, response: string }[]} */
    const results = JSON.parse(new TextDecoder().decode(data))
    return results.map(({ operation_id: operationId, status_code: status, response: text }) => ({
      operationId,
      status,
      answer: text && JSON.parse(text),
    }))
  })
}
