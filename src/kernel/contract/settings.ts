import { asObject, isObject } from '../support/is-object.ts'
import { DAY_MS } from '../support/units-of-time.ts'
import { readDuration, type Millis } from '../support/time.ts'
import type { components } from './generated/client/types.ts'
import type { Checked } from './names.ts'
import { settings } from './generated/control/settings.ts'
import type { ValidateFunction } from './check.ts'

/** Type and default of every setting of a world, by its full name: settings of a group have a dot. */
export { settings }

type Written = Checked<components['schemas']['Settings']>

/** Settings as a user writes them. Missing settings keep their values; settings of a group may be written with a dot. */
export type GivenSettings = { readonly [Name in keyof Written]?: Part<Written[Name]> | undefined }
type Part<T> = T extends readonly unknown[] ? T : T extends object ? { readonly [Name in keyof T]?: T[Name] | undefined } : T

/** Every setting of a world. Names with a dot exist only as input. */
export type SettingValues = {
  readonly [Name in keyof Written as Name extends `${string}.${string}` ? never : Name]-?: null extends Written[Name]
    ? Exclude<Written[Name], undefined>
    : Required<NonNullable<Written[Name]>>
}

/** The settings that each value of `like` chooses, unless they are given beside it. */
const PRESETS: { readonly [Like in SettingValues['like']]: GivenSettings } = {
  reference: { stats: { rates_until_calculated: 'absent' } },
  recorded: { stats: { rates_until_calculated: 'zero' } },
}

/** Applies settings on top of others. */
export function mergeSettings<Base extends GivenSettings>(base: Base, ...given: readonly (GivenSettings | undefined)[]): Base {
  const merged: Record<string, unknown> = { ...base }
  const all = given.flatMap((each = {}) => [each.like === undefined ? {} : PRESETS[each.like], each])
  for (const [name, value] of all.flatMap((each) => Object.entries(each))) {
    const [group = '', below] = name.split('.')
    const before = merged[group]
    merged[group] =
      below === undefined
        ? isObject(value)
          ? { ...asObject(before), ...value }
          : value
        : { ...asObject(before), [below]: value }
  }
  // The contract has checked every given setting.
  return merged as Base
}

export function durationMs(setting: string | number): Millis {
  // The contract has checked its format, but not its length.
  return Math.min(readDuration(setting) ?? 0, DURATION_MS_MAX)
}

/** The setting `service_time` in milliseconds, at most a minute. */
export function serviceMs(setting: string | number): Millis {
  return Math.min(durationMs(setting), SERVICE_MS_MAX)
}

const SERVICE_MS_MAX = 60_000

/** Longest duration: a hundred years. Later instants could not be written. */
const DURATION_MS_MAX = 36_525 * DAY_MS

const NONE = {} as SettingValues
const defaults = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]))

/** The default of each setting, from the contract. */
export const DEFAULT_SETTINGS: SettingValues = mergeSettings(NONE, defaults as GivenSettings)

/** Loads the validator of settings that come from outside. */
export async function settingsValidator(): Promise<ValidateFunction> {
  return (await import('./generated/control/validators/settings.js')).Settings
}
