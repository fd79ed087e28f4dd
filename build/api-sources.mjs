// Reads the exports of the package from its sources: each declaration with its signature and docstring.
import { relative, resolve } from 'node:path'
import ts from 'typescript'
import { PUBLIC } from './entries.mjs'

const ROOT = resolve(import.meta.dirname, '..')

/** @typedef {{ text: string, throws: string[], examples: string[], params: { name: string, text: string }[] }} Doc */
/** @typedef {{ name: string, signature: string, doc: Doc }} Member */
/** @typedef {{ kind: 'function' | 'class' | 'interface' | 'type' | 'value', name: string, file: string, line: number, signature: string, doc: Doc, members: Member[] }} Export */

/** The import specifier of an entry. @param {string} name the file in dist/ */
export function specifierOf(name) {
  return name === 'index' ? 'maildouble' : `maildouble/${name.replace('vitest-setup', 'vitest/setup')}`
}

/** The exports of every entry, in source order. @returns {Map<string, Export[]>} */
export function publicExports() {
  const options = { noLib: true, types: [], allowImportingTsExtensions: true, module: ts.ModuleKind.NodeNext, noEmit: true }
  const host = ts.createCompilerHost(options)
  // Packages and lazily loaded modules are not resolved, since nothing of them is exported.
  host.resolveModuleNameLiterals = (literals, file) =>
    literals.map(({ text }) => {
      if (!text.startsWith('.') || !text.endsWith('.ts')) return { resolvedModule: undefined }
      const resolvedFileName = resolve(file, '..', text)
      return { resolvedModule: { resolvedFileName, extension: '.ts', isExternalLibraryImport: false } }
    })
  const program = ts.createProgram(Object.values(PUBLIC), options, host)
  const checker = program.getTypeChecker()
  return new Map(
    Object.entries(PUBLIC).map(([name, file]) => {
      const source = program.getSourceFile(file)
      const module = source && checker.getSymbolAtLocation(source)
      if (!module) throw new Error(`${file} exports nothing.`)
      return [specifierOf(name), checker.getExportsOfModule(module).flatMap((symbol) => exported(checker, symbol))]
    }),
  )
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol @returns {Export[]} */
function exported(checker, symbol) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return (target.declarations ?? []).slice(0, 1).map((node) => {
    const source = node.getSourceFile()
    const kind = kindOf(node)
    return {
      kind,
      name: symbol.name === 'default' ? 'default' : target.name,
      file: relative(ROOT, source.fileName),
      line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      signature: signatureOf(node, kind),
      doc: docOf(ts.isVariableDeclaration(node) ? node.parent.parent : node),
      members: ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) ? membersOf(node) : [],
    }
  })
}

/** @param {ts.Node} node @returns {Export['kind']} */
function kindOf(node) {
  if (ts.isFunctionDeclaration(node)) return 'function'
  if (ts.isClassDeclaration(node)) return 'class'
  if (ts.isInterfaceDeclaration(node)) return 'interface'
  return ts.isTypeAliasDeclaration(node) ? 'type' : 'value'
}

/** @param {ts.Node} node @param {Export['kind']} kind */
function signatureOf(node, kind) {
  if (ts.isVariableDeclaration(node)) return flat(`const ${node.name.getText()}${node.type ? `: ${node.type.getText()}` : ''}`)
  if (kind === 'class' || kind === 'interface') {
    const { heritageClauses = [] } = /** @type {ts.ClassDeclaration | ts.InterfaceDeclaration} */ (node)
    return heritageClauses.map((clause) => clause.getText()).join(' ')
  }
  return flat(headOf(node).replace(/^export (?:default )?(?:async )?/, ''))
}

/** A declaration up to its body. @param {ts.Node} node */
function headOf(node) {
  const end = 'body' in node && node.body ? /** @type {ts.Node} */ (node.body).getStart() : node.getEnd()
  return node.getSourceFile().text.slice(node.getStart(), end).trim()
}

/** The public members. @param {ts.ClassDeclaration | ts.InterfaceDeclaration} node @returns {Member[]} */
function membersOf(node) {
  return [...node.members].flatMap((/** @type {ts.ClassElement | ts.TypeElement} */ member) => {
    const hidden = !member.name || ts.isPrivateIdentifier(member.name) || ts.isComputedPropertyName(member.name)
    if (hidden || ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) return []
    const text = ts.isPropertyDeclaration(member)
      ? `${member.name.getText()}: ${member.type?.getText() ?? 'unknown'}`
      : headOf(member)
    return [
      {
        name: member.name?.getText() ?? '',
        signature: flat(text.replace(/^(?:async|readonly|override) /g, '')),
        doc: docOf(member),
      },
    ]
  })
}

/** @param {ts.Node} node @returns {Doc} */
function docOf(node) {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const tags = docs.flatMap((doc) => [...(doc.tags ?? [])])
  const textOf = (/** @type {ts.JSDocTag} */ tag) => (ts.getTextOfJSDocComment(tag.comment) ?? '').trim()
  const named = (/** @type {string} */ name) => tags.filter((tag) => tag.tagName.text === name)
  return {
    text: docs
      .map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? '')
      .join('\n\n')
      .replaceAll(/\{@link ([^}]+)\}/g, '`$1`')
      .trim(),
    throws: named('throws').map((tag) =>
      'typeExpression' in tag && tag.typeExpression
        ? `${/** @type {ts.Node} */ (tag.typeExpression).getText()} ${textOf(tag)}`
        : textOf(tag),
    ),
    examples: named('example').map(textOf),
    params: tags
      .filter(ts.isJSDocParameterTag)
      .map((tag) => ({ name: tag.name.getText(), text: textOf(tag).replace(/^- /, '') })),
  }
}

/** @param {string} text */
function flat(text) {
  return text
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
