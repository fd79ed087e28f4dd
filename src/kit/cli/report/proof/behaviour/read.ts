import { isObject } from '../../../../../kernel/support/is-object.ts'
import type { Behaviour, BehaviourKind } from './behaviour.ts'
import type { Statements } from './schemas.ts'

/** The behaviour in a file. `name` is the name of the file, for errors. @throws Error that names the first part that cannot be used. */
export function behaviourIn(name: string, value: unknown): Behaviour {
  if (!isObject(value) || typeof value['version'] !== 'string')
    throw new Error(`${name} does not hold the behaviour of a version: it has no version.`)
  const named = (kind: BehaviourKind) => eachNamed(`${name}, ${kind}`, value[kind], (at, said) => statementsIn(at, said))
  return {
    version: value['version'],
    operations: named('operations'),
    schemas: named('schemas'),
    errors: named('errors'),
    assumptions: named('assumptions'),
    settings: named('settings'),
  }
}

/** Reads what a file holds under each name. @throws Error that begins with the place. */
export function eachNamed<Read>(at: string, value: unknown, read: (at: string, said: unknown) => Read): Record<string, Read> {
  if (!isObject(value)) throw new Error(`${at}: an object is expected here.`)
  return Object.fromEntries(Object.entries(value).map(([name, said]) => [name, read(`${at}, ${name}`, said)]))
}

/** The statements about one name in a file. @throws Error that begins with the place. */
export function statementsIn(at: string, said: unknown): Statements {
  return eachNamed(at, said, (place, text) => {
    if (typeof text === 'string') return text
    throw new Error(`${place}: a text is expected here.`)
  })
}
