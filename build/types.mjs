// TypeScript types of a contract.
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */

const NUMBER = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword)

/**
 * @param {Contract} contract @param {{ readonly wire?: boolean }} [options] whether they are those of a client: instants
 * are what stands on the wire then, and only what ships is there
 */
export async function typesOf(contract, { wire = false } = {}) {
  const ast = await openapiTS(/** @type {any} */ (wire ? succeeding(contract) : structuredClone(contract)), {
    immutable: true,
    // Over the wire nobody has to send what has a default.
    defaultNonNullable: !wire,
    // The edge reads instants in the query and hands them on as seconds.
    transform: (schema, { path }) =>
      !wire && path?.includes('/parameters/') && 'format' in schema && schema.format === 'iso-8601' ? NUMBER : undefined,
  })
  return wire ? slim(astToString(ast)) : `${astToString(ast)}\n`
}

/** A contract without its refusals: a client throws them, whatever the operation. @param {Contract} contract */
function succeeding(contract) {
  const copy = structuredClone(contract)
  for (const { operation } of operationsOf(copy))
    for (const status of Object.keys(operation.responses)) if (!/^[23]/.test(status)) delete operation.responses[status]
  return copy
}

/** Types without what no client asks for: operations by their paths, and what no operation takes. @param {string} text */
function slim(text) {
  return `${text
    .replace(/^export interface paths \{\n(?: .*\n)*\}\n/m, '')
    .replaceAll(/^ +readonly (?:header|cookie)\?: never;\n/gm, '')
    .replaceAll(/^(?: {4})+/gm, (indent) => '  '.repeat(indent.length / 4))}\n`
}
