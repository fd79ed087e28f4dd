import { isObject } from '../../kernel/support/is-object.ts'
import { didYouMean, existing } from '../../kernel/support/nearest.ts'
import type { ArgumentSchemas } from './input-schema.ts'
import type { GivenArguments, Tool } from './tool.ts'
import { ToolError } from './answer.ts'

/** Maximum number of characters of a wrong name in a message. */
const SHOWN_MAX = 100

/**
 * Checks the names of arguments, and whether their values are structures. The server checks all values against the contract.
 *
 * @throws ToolError about all mistakes, one a line.
 */
export function checkArguments({ name: tool }: Tool, schemas: ArgumentSchemas, given: unknown): GivenArguments {
  if (!isObject(given)) throw new ToolError(`The arguments of ${tool} must be an object. ${listNames(schemas)}`)
  const unknown = Object.keys(given).filter((name) => !schemas.has(name))
  const missing = [...schemas].filter(([name, { isRequired }]) => isRequired && (given[name] === undefined || given[name] === ''))
  const structures = [...schemas].filter(([name, { isParameter }]) => isParameter && !isScalars(given[name]))
  const texts = [...schemas].filter(([name, { schema }]) => schema.type === 'object' && !isObject(given[name] ?? {}))
  const mistakes = [
    ...unknown.map((name) => {
      const hint = didYouMean(name, [...schemas.keys()])
      return `There is no argument ${JSON.stringify(name.slice(0, SHOWN_MAX))}. ${hint === '' ? listNames(schemas) : hint}`
    }),
    ...missing.map(([name, { schema }]) => `The argument ${name} is missing: ${schema.description ?? ''}`),
    ...structures.map(
      ([name, { schema }]) => `The argument ${name} must be ${String(schema.type ?? 'a text')}, not an object or null.`,
    ),
    ...texts.map(([name]) => `The argument ${name} must be an object, not ${nameKind(given[name])}.`),
  ]
  if (mistakes.length > 0) throw new ToolError(mistakes.join('\n'))
  return given
}

function listNames(schemas: ArgumentSchemas): string {
  return schemas.size === 0 ? 'It takes none.' : existing([...schemas.keys()])
}

/** The kind of a value in a message. Assistants tend to send objects as JSON text. */
function nameKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}

function isScalars(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string')
  return value === undefined || (typeof value !== 'object' && value !== null)
}
