import { tokensOf } from '../../../kernel/support/json-pointer.ts'
import { nearest } from '../../../kernel/support/nearest.ts'

/**
 * What is said about an unknown name at the top of a scenario that is the name of a member one level below, such as `now`, which
 * belongs in `clock`. Returns `undefined` for all other places and names.
 */
export async function placeHint(pointer: string): Promise<string | undefined> {
  const [name, ...further] = tokensOf(pointer)
  if (name === undefined || further.length > 0) return undefined
  // Loaded on demand: it is large, and only mistakes need it.
  const { default: schema } = await import('../../../kernel/contract/generated/scenario/schema.json', { with: { type: 'json' } })
  const whole: HintSchema = schema
  const top = whole.properties ?? {}
  // A name that looks like one of the top is more likely a slip.
  if (Object.hasOwn(top, name) || nearest(name, Object.keys(top)).length > 0) return undefined
  const groups = Object.entries(top).flatMap(([group, member]) => (membersOf(whole, member).has(name) ? [group] : []))
  if (groups.length === 0) return undefined
  const written = groups.map((group) => `\`${group}: { ${name}: … }\``).join(' or ')
  return `There is no member ${name} here. It belongs in ${groups.join(' or ')}: write ${written}.`
}

/** The parts of a JSON Schema that are read here. */
interface HintSchema {
  readonly description?: string
  readonly $ref?: string
  readonly properties?: { readonly [name: string]: HintSchema }
  readonly $defs?: { readonly [name: string]: HintSchema }
}

/** The names of the members of an object. */
function membersOf({ $defs = {} }: HintSchema, { $ref, properties = {} }: HintSchema): ReadonlySet<string> {
  const named = $ref === undefined ? undefined : $defs[$ref.slice($ref.lastIndexOf('/') + 1)]
  return new Set([...Object.keys(properties), ...Object.keys(named?.properties ?? {})])
}
