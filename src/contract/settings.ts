import { readDuration, type Millis } from '../support/time.ts'
import type { components } from './generated/client/types.ts'
import { settings } from './generated/control/settings.ts'
import type { ValidateFunction } from './check.ts'

/** Type and default of every setting of a world, by its full name: those of a group with a dot. */
export { settings }

type Written = components['schemas']['Settings']

/** Settings as they are written: whatever is left out stays as it is; names of a group may stand with a dot. */
export type GivenSettings = { readonly [Name in keyof Written]?: Part<Written[Name]> | undefined }
type Part<T> = T extends readonly unknown[] ? T : T extends object ? { readonly [Name in keyof T]?: T[Name] | undefined } : T

/** Every setting of a world. A name with a dot stands only in what is written, for the sake of who writes it. */
export type SettingValues = {
  readonly [Name in keyof Written as Name extends `${string}.${string}` ? never : Name]-?: Required<NonNullable<Written[Name]>>
}

/** Settings on top of others. */
export function mergeSettings<Base extends GivenSettings>(base: Base, ...given: readonly (GivenSettings | undefined)[]): Base {
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of given.flatMap((each) => Object.entries(each ?? {}))) {
    const [group = '', below] = name.split('.')
    const before = merged[group]
    merged[group] =
      below === undefined ? (isGroup(value) ? { ...asGroup(before), ...value } : value) : { ...asGroup(before), [below]: value }
  }
  // The contract has checked what was given, name by name.
  return merged as Base
}

/** A setting that says how long something takes, in milliseconds. */
export function durationMs(setting: string | number): Millis {
  // The contract has checked that it is one, but not how long it is.
  return Math.min(readDuration(setting) ?? 0, DURATION_MS_MAX)
}

/** The setting `service_time` in milliseconds: a minute at most, however it is written. */
export function serviceMs(setting: string | number): Millis {
  return Math.min(durationMs(setting), SERVICE_MS_MAX)
}

const SERVICE_MS_MAX = 60_000

/** Nothing takes longer than a hundred years: what lies further off could not be written. */
const DURATION_MS_MAX = 36_525 * 86_400_000

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asGroup(value: unknown): object {
  return isGroup(value) ? value : {}
}

const NONE = {} as SettingValues
const defaults = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]))

/** Each setting of a world as the contract has it while nobody says otherwise. */
export const DEFAULT_SETTINGS: SettingValues = mergeSettings(NONE, defaults as GivenSettings)

/** What settings from outside are held against. */
export async function settingsValidator(): Promise<ValidateFunction> {
  return (await import('./generated/control/validators/settings.js')).Settings
}
