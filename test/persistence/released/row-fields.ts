import { join } from 'node:path'
import ts from 'typescript'

/** The fields of the rows of each table and of the objects in the rows, read from the types of `defineTable`. */
export function rowFields(root: string): Record<string, readonly string[]> {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    { noEmit: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => {},
    },
  )
  const program = ts.createProgram([join(root, 'src/server/runtime/every-table.ts')], config?.options ?? {})
  const checker = program.getTypeChecker()
  const tables: Record<string, readonly string[]> = {}
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit)
    if (!ts.isCallExpression(node) || !ts.isCallExpression(node.expression)) return
    const [name] = node.arguments
    const [row] = node.expression.typeArguments ?? []
    if (node.expression.expression.getText() !== 'defineTable' || !row || !name || !ts.isStringLiteral(name)) return
    tables[name.text] = shapesOf(checker, checker.getTypeFromTypeNode(row))
  }
  for (const file of program.getSourceFiles()) if (file.fileName.startsWith(join(root, 'src'))) visit(file)
  return Object.fromEntries(Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The paths of all required fields of a type with their kinds. Fields that may be missing are no reason for a new format. */
function shapesOf(checker: ts.TypeChecker, row: ts.Type): readonly string[] {
  const found = new Set<string>()
  const visit = (type: ts.Type, path: string, above: readonly ts.Type[]): void => {
    const parts = type.isUnion() ? type.types : [type]
    const mayLack = parts.some(({ flags }) => flags & ts.TypeFlags.Undefined)
    const kinds = new Set(parts.map((part) => kindOf(checker, part)))
    if (path !== '' && !mayLack) found.add(`${path}: ${[...kinds].toSorted().join(' | ')}`)
    for (const part of parts) {
      if (kindOf(checker, part) !== 'object' || above.includes(part) || above.length > DEPTH_MAX || mayLack) continue
      for (const property of checker.getPropertiesOfType(part)) {
        if (property.flags & ts.SymbolFlags.Optional) continue
        visit(checker.getTypeOfSymbol(property), path === '' ? property.name : `${path}.${property.name}`, [...above, part])
      }
    }
  }
  visit(row, '', [])
  return [...found].toSorted()
}

const DEPTH_MAX = 3

function kindOf(checker: ts.TypeChecker, type: ts.Type): string {
  const { flags } = type
  if (flags & ts.TypeFlags.StringLike) return 'string'
  if (flags & ts.TypeFlags.NumberLike) return 'number'
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
  if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return 'none'
  return checker.isArrayLikeType(type) ? 'array' : 'object'
}
