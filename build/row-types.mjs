// Digests the types of the rows of all tables, so that the format of saved worlds changes with each field.
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import ts from 'typescript'

const TABLES = resolve(import.meta.dirname, '../src/service/model/tables.ts')

/** The module with the digest. The types that rows take from the contract must have been generated. */
export function rowTypesModule() {
  const digest = createHash('sha256').update(describeRows(TABLES).join('\n')).digest('hex').slice(0, 8)
  return `/** The digest of the types of the rows of all tables. */\nexport const rowTypes: string = '${digest}'\n`
}

/**
 * A line for each table that a file and its imports define: its name, its key and the type of its rows, without the names of types. A text is a text: a
 * new status is no new format.
 * @param {string} file
 */
export function describeRows(file) {
  const options = {
    strict: true,
    noEmit: true,
    types: [],
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
  }
  const program = ts.createProgram([file], options)
  const checker = program.getTypeChecker()
  return tableCalls(program)
    .map(
      ({ row, name, definition }) => `${name} ${keyText(definition)} ${describe(checker, checker.getTypeFromTypeNode(row), [])}`,
    )
    .toSorted()
}

/** Each `defineTable<Row>()(name, definition)`. @param {ts.Program} program */
function tableCalls(program) {
  /** @type {{ row: ts.TypeNode, name: string, definition: ts.Expression }[]} */
  const found = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isCallExpression(node.expression)) {
      const { expression, typeArguments } = node.expression
      const [name, definition] = node.arguments
      const row = typeArguments?.[0]
      if (expression.getText() === 'defineTable' && row && name && definition && ts.isStringLiteral(name))
        found.push({ row, name: name.text, definition })
    }
    ts.forEachChild(node, visit)
  }
  for (const source of program.getSourceFiles()) if (!source.isDeclarationFile) visit(source)
  return found
}

/** The fields by which records of rows are named. @param {ts.Expression} definition */
function keyText(definition) {
  const properties = ts.isObjectLiteralExpression(definition) ? definition.properties : []
  return properties.find((property) => property.name?.getText() === 'key')?.getText() ?? ''
}

/** @param {ts.TypeChecker} checker @param {ts.Type} type @param {readonly ts.Type[]} within the types that it is part of @returns {string} */
function describe(checker, type, within) {
  if (within.includes(type)) return 'itself'
  const inner = (/** @type {ts.Type} */ each) => describe(checker, each, [...within, type])
  if (type.isUnion()) return [...new Set(type.types.map(inner))].toSorted().join(' | ')
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return `[${checker.getTypeArguments(/** @type {ts.TypeReference} */ (type)).map(inner).join(', ')}]`
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
    return checker.typeToString(checker.getBaseTypeOfLiteralType(type))
  const members = checker.getPropertiesOfType(type).map((property) => {
    const optional = property.flags & ts.SymbolFlags.Optional ? '?' : ''
    return `${property.name}${optional}: ${inner(checker.getTypeOfSymbol(property))}`
  })
  const others = checker.getIndexInfosOfType(type).map((info) => `[${inner(info.keyType)}]: ${inner(info.type)}`)
  return `{ ${[...members, ...others].toSorted().join(', ')} }`
}
