import type { Schemas } from '../contract/control.ts'
import type { Reply } from '../support/reply.ts'
import { hex32 } from '../support/random.ts'
import { describedAnswer } from './answer-schema.ts'
import type { Blow } from './blow.ts'
import type { FaultRow } from './fault.ts'
import { readTree, writeTree, type JsonObject, type Tree } from './json-tree.ts'
import { placesIn, type Places } from './places.ts'

type Word = Schemas['FaultMutationWord']

/** The next of an endless row of unsigned 32-bit integers. */
type Draw = () => number

/** Changes what is answered in ways that the contract leaves open. */
export function mutateBlow({ effect }: Pick<FaultRow, 'effect'>, operation: string, draw: Draw): Blow {
  const wishes = wishesOf(effect.mutate ?? [])
  return { kind: 'shape', effect: 'mutate', shape: (answer) => mutated(answer, operation, wishes, draw) }
}

type Wishes = { readonly [W in Word]?: boolean | number }

function wishesOf(mutate: Schemas['FaultMutation']): Wishes {
  if (typeof mutate !== 'string' && !Array.isArray(mutate)) return mutate as Wishes
  return Object.fromEntries([mutate].flat().map((word) => [word, true]))
}

async function mutated(answer: Reply, operation: string, wishes: Wishes, draw: Draw): Promise<Reply> {
  const tree = typeof answer.body === 'string' ? readTree(answer.body) : undefined
  const described = tree === undefined ? undefined : await describedAnswer(operation, answer)
  if (tree === undefined || !described) return answer
  const places = placesIn(tree, described)
  let changes = 0
  for (const word of WORDS) {
    const wish = wishes[word]
    if (wish === true || typeof wish === 'number') changes += mutations[word](places, wish, draw)
  }
  return changes === 0 ? answer : { ...answer, body: writeTree(tree) }
}

/** In this order: what is new is not left out again, and takes part in the shuffling. */
const WORDS = ['new_enum_values', 'drop_optional_fields', 'add_unknown_fields', 'reorder_keys'] as const

/** Each changes the places that are wished for, and answers at how many there was something to change. */
const mutations: { readonly [W in Word]: (places: Places, wish: true | number, draw: Draw) => number } = {
  new_enum_values: ({ choices }, wish, draw) => {
    const chosen = pick(choices, wish, draw)
    for (const { put, values } of chosen) put(unheardOf(values, draw))
    return chosen.length
  },

  drop_optional_fields: ({ optional }, wish, draw) => {
    const chosen = pick(optional, wish, draw)
    for (const { object, name } of chosen) object.delete(name)
    return chosen.length
  },

  add_unknown_fields: ({ objects }, wish, draw) => {
    for (const object of objects) for (let more = Number(wish); more > 0; more--) addUnknown(object, draw)
    return objects.length
  },

  reorder_keys: ({ objects }, wish, draw) => {
    const large = objects.filter(({ size }) => size > 1)
    const chosen = pick(large, wish, draw)
    for (const object of chosen) reorder(object, draw)
    return chosen.length
  },
}

/** All, or so many of them, in the order that they have. */
function pick<T>(all: readonly T[], wish: true | number, draw: Draw): readonly T[] {
  if (wish === true || wish >= all.length) return all
  const chosen = new Set(shuffled(all, draw).slice(0, wish))
  return all.filter((each) => chosen.has(each))
}

function shuffled<T>(all: readonly T[], draw: Draw): T[] {
  return all
    .map((each) => ({ each, at: draw() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

function unheardOf(values: readonly (string | number)[], draw: Draw): string | number {
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
