// TypeScript types of a contract.
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const NUMBER = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword)

/** @param {Record<string, any>} contract @param {{ readonly wire?: boolean }} [options] whether instants are what stands on the wire */
export async function typesOf(contract, { wire = false } = {}) {
  const ast = await openapiTS(/** @type {any} */ (structuredClone(contract)), {
    immutable: true,
    // The edge reads instants in the query and hands them on as seconds.
    transform: (schema, { path }) =>
      !wire && path?.includes('/parameters/') && 'format' in schema && schema.format === 'iso-8601' ? NUMBER : undefined,
  })
  return `${astToString(ast)}\n`
}
