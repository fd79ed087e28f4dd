// Generates the TypeScript types of a contract.
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */

const NUMBER = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword)

/**
 * @param {Contract} contract @param {{ readonly wire?: boolean }} [options] whether to generate the types for
 * clients: instants have the type they have on the wire, and only what ships is included
 */
export async function typesOf(contract, { wire = false } = {}) {
  const ast = await openapiTS(/** @type {any} */ (wire ? succeeding(contract) : structuredClone(contract)), {
    immutable: true,
    // A client may leave out members that have a default.
    defaultNonNullable: !wire,
    // The server parses instants in the query and passes them on as seconds.
    transform: (schema, { path }) =>
      !wire && path?.includes('/parameters/') && 'format' in schema && schema.format === 'iso-8601' ? NUMBER : undefined,
  })
  return wire ? slim(astToString(ast)) : `${astToString(ast)}\n`
}

/** The contract without error responses, which a client throws for any operation. @param {Contract} contract */
function succeeding(contract) {
  const copy = structuredClone(contract)
  for (const { operation } of operationsOf(copy))
    for (const status of Object.keys(operation.responses)) if (!/^[23]/.test(status)) delete operation.responses[status]
  return copy
}

/** Removes types that no client needs: operations by path, and empty headers and cookies. @param {string} text */
function slim(text) {
  return `${text
    .replace(/^export interface paths \{\n(?: .*\n)*\}\n/m, '')
    .replaceAll(/^ +readonly (?:header|cookie)\?: never;\n/gm, '')
    .replaceAll(/^(?: {4})+/gm, (indent) => '  '.repeat(indent.length / 4))}\n`
}
