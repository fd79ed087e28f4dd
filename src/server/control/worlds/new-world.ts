import { INLINE, ScenarioError, sentence, type ScenarioMistake } from '../../../service/scenarios/read/scenario-error.ts'
import { pointerTo, parsePointer } from '../../../kernel/support/json-pointer.ts'
import type { NewWorldOptions, InlineScenario } from '../../../service/scenarios/world-options.ts'
import { UnreadableWorld } from '../../runtime/persistence-error.ts'
import { InvalidFaultError } from '../../../service/faults/mistakes.ts'
import { UnknownOutageError } from '../../../service/model/faults/fault.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { WORLDS_MAX } from '../../runtime/worlds.ts'
import { assertUsable, VocabularyError, type GivenVocabulary } from '../../../service/vocabulary/definition.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { ControlError, makeUnusableError, unusableBody, type PointedError } from '../errors.ts'
import type { ControlContext } from '../context.ts'

/** Builds a world. A scenario error or an unusable vocabulary becomes a 422; `place` is the pointer to the vocabulary in the body. */
export async function buildOrThrow(
  context: ControlContext,
  options: NewWorldOptions,
  place: '/vocabulary' | '/settings/vocabulary',
): Promise<WorldState> {
  try {
    return await context.build(options)
  } catch (error) {
    if (error instanceof ScenarioError) throw unusableScenario(error, options.scenario_inline)
    if (error instanceof VocabularyError) throw unusableVocabulary(error, place)
    if (error instanceof UnknownOutageError || error instanceof InvalidFaultError)
      throw makeUnusableError('/outage', error.message)
    throw error
  }
}

/** A 422 about a scenario: its name, or all mistakes in one that is given inline. */
function unusableScenario({ message, mistakes }: ScenarioError, given: InlineScenario | undefined): ControlError {
  if (given === undefined) return makeUnusableError('/scenario', message)
  if (mistakes.length === 0) return makeUnusableError('/scenario_inline', message)
  return unusableBody(mistakes.map((mistake) => inlineError(mistake, typeof given === 'string')))
}

/** A mistake of an inline scenario: in a text with its line and column, in an object with its pointer. */
function inlineError({ file, line, column, pointer, message }: ScenarioMistake, isText: boolean): PointedError {
  const said = sentence(parsePointer(pointer), message, 'the scenario')
  if (file !== INLINE) return { pointer: '/scenario_inline', message: `${file}:${line}: ${said}` }
  if (isText) return { pointer: '/scenario_inline', line, column, message: `line ${line}, column ${column}: ${said}` }
  return { pointer: `/scenario_inline${pointer}`, message }
}

/** Throws a 422 unless a vocabulary can be used; `pointer` is its place in the body. */
export async function usableOrThrow(vocabulary: GivenVocabulary, pointer: string): Promise<void> {
  try {
    await assertUsable(vocabulary)
  } catch (error) {
    throw error instanceof VocabularyError ? unusableVocabulary(error, pointer) : error
  }
}

function unusableVocabulary({ mistakes }: VocabularyError, pointer: string): ControlError {
  const errors = mistakes.map(({ path, message }) => ({ pointer: pointer + pointerTo(path), message }))
  const [first] = errors
  return new ControlError(422, `The vocabulary cannot be used: at ${first?.pointer ?? pointer}: ${first?.message ?? ''}`, errors)
}

/** Adds a new world and starts its clock. Resolves once it is saved. */
export async function addWorld(
  context: ControlContext,
  world: WorldState,
  origin: WorldState = world,
  ancestors: readonly string[] = [],
): Promise<WorldHandle> {
  const handle = context.worlds.add(world, origin, ancestors)
  context.scheduler.startTimer(handle)
  await savedOrThrow(handle)
  return handle
}

/** Resolves once a new world is saved. Throws if one with the same id was created at the same time. */
export async function savedOrThrow(handle: WorldHandle): Promise<void> {
  if ((await handle.persisted()) === false) throw inUse(handle.world.id)
}

/** Maximum number of worlds named in an error. */
const NAMED_MAX = 10

/** The id for a new world: the requested one if it is free, or a fresh one. */
export function freeId({ worlds }: ControlContext, wanted: string | undefined): string {
  if (worlds.size >= WORLDS_MAX) {
    const idle = worlds.leastRecentlyUsed(NAMED_MAX).map(({ world }) => world.id)
    throw new ControlError(
      409,
      `This server holds ${WORLDS_MAX} worlds, the maximum. Delete some; idle for the longest: ${idle.join(', ')}.`,
    )
  }
  if (wanted === undefined) return worlds.nextId()
  const unreadable = worlds.unreadable.get(wanted)
  if (unreadable) throw inUseUnreadable(unreadable, '/id')
  if (!worlds.byId(wanted)) return wanted
  throw inUse(wanted)
}

function inUse(id: string): ControlError {
  return new ControlError(
    409,
    `The id ${id} is in use. Choose another, leave it out to get a fresh one, or delete that world first.`,
    [{ pointer: '/id', message: 'is in use' }],
  )
}

/** The id or key of an unreadable world counts as in use, since its data still exists. */
function inUseUnreadable({ world, message }: UnreadableWorld, pointer: '/id' | '/api_key'): ControlError {
  return new ControlError(
    409,
    `The ${pointer.slice(1)} is in use by the world ${world}, which is stored but can't be read. Choose another, or leave it out to get a fresh one. ${message}`,
    [{ pointer, message: 'is in use' }],
  )
}

interface NewWorldNames {
  readonly id?: string
  readonly api_key?: string
}

/** Maximum number of fresh ids that are tried; other creations may choose the same ones. */
const TRIES_MAX = 20

/** Creates a world with a free id and a free key. */
export async function withRoom<Result>(
  { persistence }: ControlContext,
  { id, api_key }: NewWorldNames,
  make: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    if (id !== undefined) await readable(() => persistence.load(id), '/id')
    if (api_key !== undefined) await readable(() => persistence.loadByKey(api_key), '/api_key')
    await persistence.makeRoom(id)
    try {
      return await make()
    } catch (error) {
      const isTaken = error instanceof ControlError && error.errors.some(({ pointer }) => pointer === '/id')
      if (id !== undefined || !isTaken || tries === TRIES_MAX) throw error
    }
  }
}

/** Loads the world that an id or a key belongs to, and throws a 409 if it can't be read. */
async function readable(load: () => Promise<unknown>, pointer: '/id' | '/api_key'): Promise<void> {
  try {
    await load()
  } catch (error) {
    throw error instanceof UnreadableWorld ? inUseUnreadable(error, pointer) : error
  }
}

/** Throws a 409 if a key belongs to another world. */
export function assertKeyFree({ worlds }: ControlContext, key: string | undefined): void {
  if (key === undefined || typeof worlds.byKey(key) !== 'object') return
  throw new ControlError(409, 'The api_key is in use by another world. Leave it out to get a fresh one.', [
    { pointer: '/api_key', message: 'is in use' },
  ])
}
