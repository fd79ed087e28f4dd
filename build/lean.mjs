// Makes the code of validators smaller: what they say of an error shrinks to what is read of it, and what they hand to each other
// to what is used. What they find, and in which order, stays.
import { parseSync, Visitor } from 'rolldown/utils'

/** Of what is wrong, so much is told: a large file in which everything is wrong would make errors that fill the memory. */
const ERRORS_MAX = 1_000

/** The schema of an error is that of its keyword, so the schema around it says both. */
const AIDS = `
const told = (instancePath, keyword, parentSchema, data, params, message) =>
  ({ instancePath, keyword, params: params ?? {}, schema: parentSchema[keyword], parentSchema, data, message });
const more = (errors, error) => {
  if (errors === null) return [error];
  if (errors.length < ${ERRORS_MAX}) errors.push(error);
  return errors;
};
`

/** Of what the keywords say beside the place, src/contract/check.ts and those who use it read these. */
const PARAMS = new Set(['additionalProperty', 'missingProperty', 'propertyName', 'tag', 'tagValue'])

/** Keywords for which src/contract/check.ts has words of its own, so that those of the validator are not read. */
export const WORDED = new Set(
  (
    'required type enum discriminator const format pattern minLength maxLength minItems maxItems minimum exclusiveMinimum ' +
    'maximum minProperties maxProperties additionalProperties'
  ).split(' '),
)

/** @param {string} code as Ajv writes it @returns {string} */
export function lean(code) {
  /** @type {{ readonly start: number, readonly end: number, readonly text: string }[]} */
  const changes = []
  const { program } = parseSync('validators.js', code)
  const visitor = new Visitor({
    ObjectExpression: ({ properties, start, end }) => {
      const parts = partsOf(properties, code)
      if (parts.has('schemaPath')) changes.push({ start, end, text: errorOf(parts) })
      else if (parts.has('parentData')) changes.push({ start, end, text: `{instancePath:${parts.get('instancePath')}}` })
    },
    ObjectPattern: ({ start, end }) => void changes.push({ start, end, text: '{instancePath=""}' }),
  })
  visitor.visit(program)
  const small = changed(code, changes)
    .replaceAll(ADDED, (_, _name, error) => `vErrors = more(vErrors, ${error});\n`)
    .replaceAll(JOINED, (_, errors) => `vErrors.length < ${ERRORS_MAX} ? vErrors.concat(${errors}) : vErrors;\n`)
  for (const left of ['vErrors.push(', 'rootData', 'schemaPath:', '.evaluated', 'dynamicAnchors'])
    if (small.includes(left)) throw new Error(`Validators hold ${left}, which build/lean.mjs does not know in this form.`)
  return small.replace('"use strict";\n', `"use strict";${AIDS}`)
}

/** Lets no list of errors grow without end, whatever is counted. */
const ADDED = /const (err\d+) = (.+);\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\n/g
const JOINED = /vErrors\.concat\(([^;]+?)\);\n/g

/** The members of an object as they are written. @param {readonly import('rolldown/utils').ESTree.ObjectPropertyKind[]} properties @param {string} code */
function partsOf(properties, code) {
  return new Map(
    properties.flatMap((each) => {
      if (each.type !== 'Property' || each.key.type !== 'Identifier') return []
      return [[each.key.name, code.slice(each.value.start, each.value.end)]]
    }),
  )
}

/** @param {ReadonlyMap<string, string>} parts */
function errorOf(parts) {
  const { keyword = '', params = '', message = '' } = Object.fromEntries(parts)
  const read = paramsOf(params)
  const said = WORDED.has(JSON.parse(keyword)) ? '' : message
  const rest = said ? [read || 'undefined', said] : read ? [read] : []
  return `told(${[parts.get('instancePath'), keyword, parts.get('parentSchema'), parts.get('data'), ...rest].join(', ')})`
}

/** What is read of the parameters of an error, as it is written. @param {string} params */
function paramsOf(params) {
  const prefix = 'const params = '
  const code = prefix + params
  const [statement] = parseSync('params.js', code).program.body
  const object = statement?.type === 'VariableDeclaration' ? statement.declarations[0]?.init : undefined
  if (object?.type !== 'ObjectExpression') throw new Error(`Parameters of an error are no object: ${params}`)
  const read = [...partsOf(object.properties, code)].filter(([name]) => PARAMS.has(name))
  return read.length > 0 ? `{${read.map(([name, value]) => `${name}:${value}`).join(',')}}` : ''
}

/** @param {string} text @param {readonly { readonly start: number, readonly end: number, readonly text: string }[]} changes */
function changed(text, changes) {
  let at = 0
  let out = ''
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    if (change.start < at) continue
    out += text.slice(at, change.start) + change.text
    at = change.end
  }
  return out + text.slice(at)
}
