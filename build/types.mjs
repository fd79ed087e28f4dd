// Generates the TypeScript types of a contract.
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

/** @typedef {import('./spec.mjs').Contract} Contract */

const NUMBER = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword)

/** The types for the server. @param {Contract} contract */
export async function typesOf(contract) {
  const ast = await openapiTS(/** @type {any} */ (structuredClone(contract)), {
    immutable: true,
    // The server parses instants in the query and passes them on as seconds.
    transform: (schema, { path }) =>
      path?.includes('/parameters/') && 'format' in schema && schema.format === 'iso-8601' ? NUMBER : undefined,
  })
  return `${astToString(ast)}\n`
}

/** The types for clients, in which instants have the type they have on the wire, and members with a default can be left out.
 * @param {object} contract @param {{ readonly immutable?: boolean, readonly transform?: (schema: Record<string, any>) => string | undefined }}
 * options `transform` returns the name of the type of a schema, if it has one of its own */
export async function printedTypes(contract, { immutable = true, transform = () => undefined }) {
  const ast = await openapiTS(/** @type {any} */ (structuredClone(contract)), {
    immutable,
    defaultNonNullable: false,
    transform: (schema) => {
      const name = transform(schema)
      return name === undefined ? undefined : ts.factory.createTypeReferenceNode(name)
    },
  })
  // Editors show a comment without a tag as it is, and the values of a type anyway.
  return astToString(ast)
    .replaceAll('@description ', '')
    .replaceAll(/^ +\* @(?:enum|constant).*\n/gm, '')
}
