import { findObject, isObject } from '../../../kernel/support/is-object.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { Contract } from '../../../kernel/contract/openapi.ts'
import { documents } from '../../../kernel/contract/documents.ts'
import { routes as publicRoutes } from '../../../kernel/contract/public.ts'
import { routes } from '../../../kernel/contract/service.ts'
import { hex32 } from '../../../kernel/support/random.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import type { EffectKind, EffectValue } from './effect.ts'

/** JSON whose objects keep the order of their members, whatever the names are. */
type Tree = JsonObject | Tree[] | string | number | boolean | null

type JsonObject = Map<string, Tree>

/** Parses a text as a tree. Returns `undefined` if it is not JSON. */
function readTree(text: string): Tree | undefined {
  try {
    return toTree(JSON.parse(text))
  } catch {
    return undefined
  }
}

function toTree(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(toTree)
  if (isObject(value)) return new Map(Object.entries(value).map(([name, member]) => [name, toTree(member)]))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** Serializes a tree. */
function writeTree(tree: Tree): string {
  if (Array.isArray(tree)) return `[${tree.map(writeTree).join(',')}]`
  if (!(tree instanceof Map)) return JSON.stringify(tree)
  return `{${[...tree].map(([name, member]) => `${JSON.stringify(name)}:${writeTree(member)}`).join(',')}}`
}

/** A schema in a contract document. */
type MutatedSchema = { readonly [keyword: string]: unknown }

/** The contract's description of an answer. */
interface Described {
  readonly schema: MutatedSchema
  /** Resolves references. Among alternatives, the discriminator of the value selects the schema. */
  readonly resolve: (schema: unknown, value: unknown) => MutatedSchema | undefined
}

/** Finds the schema of an answer, a success or a problem object. Returns `undefined` if the contract describes no JSON for it. */
async function describedAnswer(operation: string, { status, headers }: Reply): Promise<Described | undefined> {
  const type = headers['content-type'] ?? ''
  const isService = routes.some(({ id }) => id === operation)
  const document = isService ? await documents.service() : await documents.public()
  const resolve = (schema: unknown, value: unknown) => resolved(document, schema, value)
  if (type.startsWith('application/problem+json')) {
    const schema = isService ? findObject(document, ['components', 'schemas', 'ProblemDocument']) : undefined
    return schema && { schema, resolve }
  }
  const route = (isService ? routes : publicRoutes).find(({ id }) => id === operation)
  if (!route || !type.startsWith('application/json')) return undefined
  const content = ['responses', String(status), 'content', 'application/json', 'schema']
  const schema = findObject(document, ['paths', route.path, route.method.toLowerCase(), ...content])
  return schema && { schema, resolve }
}

function resolved(document: Contract, schema: unknown, value: unknown): MutatedSchema | undefined {
  if (!isObject(schema)) return undefined
  const reference = schema['$ref']
  if (typeof reference === 'string') return resolved(document, findObject(document, reference.slice(2).split('/')), value)
  const tag = findObject(schema, ['discriminator'])
  if (!tag) return schema
  const named = value instanceof Map ? value.get(tag['propertyName']) : undefined
  const mapping = tag['mapping']
  const meant = isObject(mapping) && typeof named === 'string' && Object.hasOwn(mapping, named) ? mapping[named] : undefined
  return typeof meant === 'string' ? resolved(document, { $ref: meant }, value) : undefined
}

/** What can be changed in an answer without violating the contract. */
interface MutationPoints {
  /** The objects whose members the contract names. */
  readonly objects: readonly JsonObject[]
  /** Members that are optional. */
  readonly optional: readonly { readonly object: JsonObject; readonly name: string }[]
  /** Values of an enum, and how to replace each. */
  readonly choices: readonly EnumPoint[]
}

interface EnumPoint {
  readonly values: readonly (string | number)[]
  readonly put: (value: string | number) => void
}

/** Finds the mutation points of an answer by its schema. */
function mutationPointsIn(tree: Tree, { schema, resolve }: Described): MutationPoints {
  const objects: JsonObject[] = []
  const optional: { object: JsonObject; name: string }[] = []
  const choices: EnumPoint[] = []

  const visit = (value: Tree, part: unknown, put: EnumPoint['put']): void => {
    const described = resolve(part, value)
    if (!described) return
    const { properties, items, additionalProperties, required, enum: listed } = described
    if (Array.isArray(listed) && isAtom(value)) choices.push({ values: listed.filter(isAtom), put })
    if (Array.isArray(value)) return value.forEach((item, place) => visit(item, items, (other) => (value[place] = other)))
    if (!(value instanceof Map)) return
    if (isObject(properties)) objects.push(value)
    const promised = Array.isArray(required) ? required : []
    for (const [name, member] of value) {
      const isNamed = isObject(properties) && Object.hasOwn(properties, name)
      if (isNamed && !promised.includes(name)) optional.push({ object: value, name })
      visit(member, isNamed ? properties[name] : additionalProperties, (other) => void value.set(name, other))
    }
  }
  visit(tree, schema, () => {})
  return { objects, optional, choices }
}

function isAtom(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

type Word = ControlSchemas['FaultMutationWord']

/** Returns the next random unsigned 32-bit integer. */
type Draw = () => number

/** Changes the answer in ways that the contract leaves open. */
export const mutate: EffectKind<'mutate'> = {
  additions: {},

  *check(value) {
    if (typeof value === 'object' && !Array.isArray(value) && !Object.values(value).some(Boolean))
      yield { pointer: '/effect/mutate', message: 'changes nothing: use true, or a number.' }
  },

  onCall(value, { call: { operation }, draw }) {
    const requested = readMutations(value)
    return { acts: 'transform', name: 'mutate', transform: (answer) => mutated(answer, operation, requested, draw) }
  },
}

type RequestedMutations = { readonly [W in Word]?: boolean | number }

function readMutations(value: EffectValue<'mutate'>): RequestedMutations {
  if (typeof value !== 'string' && !Array.isArray(value)) return value as RequestedMutations
  return Object.fromEntries([value].flat().map((word) => [word, true]))
}

async function mutated(answer: Reply, operation: string, requested: RequestedMutations, draw: Draw): Promise<Reply> {
  const tree = typeof answer.body === 'string' ? readTree(answer.body) : undefined
  const described = tree === undefined ? undefined : await describedAnswer(operation, answer)
  if (tree === undefined || !described) return answer
  const points = mutationPointsIn(tree, described)
  let changes = 0
  for (const word of Object.keys(mutations) as Word[]) {
    const amount = requested[word]
    if (amount === true || typeof amount === 'number') changes += mutations[word](points, amount, draw)
  }
  return changes === 0 ? answer : { ...answer, body: writeTree(tree) }
}

/**
 * Each mutates the requested number of points and returns how many it found. They run in this order, so that new values are not dropped again and
 * new members are shuffled as well.
 */
const mutations: { readonly [W in Word]: (points: MutationPoints, amount: true | number, draw: Draw) => number } = {
  new_enum_values: ({ choices }, amount, draw) => {
    const chosen = pick(choices, amount, draw)
    for (const { put, values } of chosen) put(newEnumValue(values, draw))
    return chosen.length
  },

  drop_optional_fields: ({ optional }, amount, draw) => {
    const chosen = pick(optional, amount, draw)
    for (const { object, name } of chosen) object.delete(name)
    return chosen.length
  },

  add_unknown_fields: ({ objects }, amount, draw) => {
    for (const object of objects) for (let more = Number(amount); more > 0; more--) addUnknown(object, draw)
    return objects.length
  },

  reorder_keys: ({ objects }, amount, draw) => {
    const large = objects.filter(({ size }) => size > 1)
    const chosen = pick(large, amount, draw)
    for (const object of chosen) reorder(object, draw)
    return chosen.length
  },
}

/** All items, or a random number of them in their original order. */
function pick<T>(all: readonly T[], amount: true | number, draw: Draw): readonly T[] {
  if (amount === true || amount >= all.length) return all
  const chosen = new Set(shuffled(all, draw).slice(0, amount))
  return all.filter((each) => chosen.has(each))
}

function shuffled<T>(all: readonly T[], draw: Draw): T[] {
  return all
    .map((each) => ({ each, at: draw() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

function newEnumValue(values: readonly (string | number)[], draw: Draw): string | number {
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.length > 0) return Math.max(...numbers) + 1 + (draw() % 100)
  for (;;) {
    const word = `unheard_of_${hex32(draw()).slice(0, 4)}`
    if (!values.includes(word)) return word
  }
}

function addUnknown(object: JsonObject, draw: Draw): void {
  let name = ''
  do name = `new_field_${hex32(draw()).slice(0, 4)}`
  while (object.has(name))
  object.set(name, unknownValue(draw()))
}

function unknownValue(drawn: number): Tree {
  const values: readonly Tree[] = ['something new', drawn % 1_000, true, null, ['new'], new Map([['new', true]])]
  return values[drawn % values.length] ?? null
}

function reorder(object: JsonObject, draw: Draw): void {
  const before = [...object]
  const shuffledOnce = shuffled(before, draw)
  const isSame = shuffledOnce.every((entry, place) => entry === before[place])
  const after = isSame ? [...before.slice(1), ...before.slice(0, 1)] : shuffledOnce
  object.clear()
  for (const [name, member] of after) object.set(name, member)
}
