// Finds the handler and the tests of each operation by parsing the code.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** @typedef {{ file: string, tests: number }} TestFile */

/** The file that handles each operation: the one with the operation in an object that `satisfies Partial<Operations>`.
 * @param {string} folder @param {string} type the name of the type of all handlers @returns {Map<string, string>} */
export function handlersIn(folder, type) {
  /** @type {Map<string, string>} */
  const handlers = new Map()
  for (const { file, source } of sourcesBelow(folder, '.ts', ` satisfies Partial<${type}>`)) {
    each(source, (node) => {
      if (!ts.isSatisfiesExpression(node) || node.type.getText(source) !== `Partial<${type}>`) return
      if (!ts.isObjectLiteralExpression(node.expression)) return
      for (const property of node.expression.properties) {
        if (property.name && ts.isIdentifier(property.name)) handlers.set(property.name.text, file)
      }
    })
  }
  return handlers
}

/** The test files with a `describe` block named after each operation, and the number of tests in it. @param {string} folder
 * @returns {Map<string, TestFile[]>} */
export function testsIn(folder) {
  /** @type {Map<string, TestFile[]>} */
  const tried = new Map()
  for (const { file, source } of sourcesBelow(folder, '.test.ts', 'describe(')) {
    /** @type {Map<string, number>} */
    const counts = new Map()
    each(source, (node) => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'describe') return
      const [title, block] = node.arguments
      if (!title || !block || !ts.isStringLiteral(title)) return
      counts.set(title.text, (counts.get(title.text) ?? 0) + countTests(source, block))
    })
    for (const [title, tests] of counts) tried.set(title, [...(tried.get(title) ?? []), { file, tests }])
  }
  return tried
}

/** The number of tests in a block. A `test.each` counts each row of a literal table. @param {ts.SourceFile} source
 * @param {ts.Node} block */
function countTests(source, block) {
  let tests = 0
  each(block, (node) => {
    if (!ts.isCallExpression(node)) return
    const callee = node.expression
    if (ts.isIdentifier(callee) && callee.text === 'test') tests++
    else if (ts.isCallExpression(callee) && callee.expression.getText(source) === 'test.each')
      tests += rowsOf(source, callee.arguments[0])
  })
  return tests
}

/** @param {ts.SourceFile} source @param {ts.Expression | undefined} table @returns {number} */
function rowsOf(source, table) {
  if (!table) return 1
  if (ts.isAsExpression(table) || ts.isSatisfiesExpression(table)) return rowsOf(source, table.expression)
  if (ts.isArrayLiteralExpression(table)) return table.elements.length
  if (!ts.isIdentifier(table)) return 1
  let rows = 1
  each(source, (node) => {
    if (
      ts.isVariableDeclaration(node) &&
      node.name.getText(source) === table.text &&
      node.initializer &&
      !ts.isIdentifier(node.initializer)
    )
      rows = rowsOf(source, node.initializer)
  })
  return rows
}

/** The file and the docstring of each state machine, by the machine's name. @param {string} folder
 * @returns {Map<string, { file: string, says: string }>} */
export function machinesIn(folder) {
  /** @type {Map<string, { file: string, says: string }>} */
  const machines = new Map()
  for (const { file, source } of sourcesBelow(folder, '.ts', 'defineMachine')) {
    for (const statement of source.statements) {
      if (!ts.isVariableStatement(statement)) continue
      const text = statement.getText(source)
      const name = /= defineMachine\b[^]*?\bname: '([^']+)'/.exec(text)?.[1]
      if (name) machines.set(name, { file, says: commentOf(source, statement) })
    }
  }
  return machines
}

/** The text of the docstring above a statement. @param {ts.SourceFile} source @param {ts.Node} statement */
function commentOf(source, statement) {
  const text = source.text.slice(statement.getFullStart(), statement.getStart(source))
  const words = text.slice(text.lastIndexOf('/**') + '/**'.length, text.lastIndexOf('*/'))
  return words
    .replace(/^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The parsed files below a folder that contain a text. @param {string} folder @param {string} ending
 * @param {string} words */
function sourcesBelow(folder, ending, words) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .toSorted()
    .map((name) => ({ file: join(folder, name).replaceAll('\\', '/'), text: readFileSync(join(folder, name), 'utf8') }))
    .filter(({ text }) => text.includes(words))
    .map(({ file, text }) => ({ file, source: ts.createSourceFile(file, text, ts.ScriptTarget.Latest) }))
}

/** @param {ts.Node} node @param {(node: ts.Node) => void} visit */
function each(node, visit) {
  visit(node)
  ts.forEachChild(node, (child) => each(child, visit))
}
