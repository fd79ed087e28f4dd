// Reads the values of the Helm chart with the comments that say what they mean.
import { isMap, isScalar, parseDocument } from 'yaml'

/** @typedef {{ readonly path: string, readonly value: unknown, readonly comment: string }} Value */

/**
 * The values of a chart with a comment: all values except groups. Throws if a value has neither a comment
 * nor values of its own.
 *
 * @param {string} text @returns {Value[]}
 */
export function chartValues(text) {
  const document = parseDocument(text)
  return valuesIn(document.contents, document.toJS(), [])
}

/** @param {unknown} node @param {Record<string, any>} values @param {readonly string[]} above @returns {Value[]} */
function valuesIn(node, values, above) {
  if (!isMap(node)) throw new Error(`${above.join('.')} in values.yaml has no comment about its meaning.`)
  return node.items.flatMap(({ key, value }, at) => {
    if (!isScalar(key)) throw new Error('Keys of values.yaml are text.')
    const name = String(key.value)
    const path = [...above, name]
    // The parser gives the comment of the first key to the mapping.
    const comment = commentOf(key) ?? (at === 0 && above.length > 0 ? commentOf(node) : undefined)
    return comment === undefined ? valuesIn(value, values[name], path) : [{ path: path.join('.'), value: values[name], comment }]
  })
}

/** The comment before a node, on one line. @param {{ commentBefore?: string | null }} node */
function commentOf({ commentBefore }) {
  // A paragraph apart is about the file.
  const lines = commentBefore?.split('\n\n').at(-1)?.split('\n')
  return lines?.map((line) => line.trim()).join(' ')
}
