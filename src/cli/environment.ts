import { settings as described } from '../contract/generated/control/settings.ts'
import type { SettingValues } from '../resources/settings.ts'

/** The settings that stand in the environment: `MAILDOUBLE_` and the name in capitals. */
export function settingsFrom(environment: Readonly<Record<string, string | undefined>>): Partial<SettingValues> {
  const found = Object.entries(described).flatMap(([name, { type }]) => {
    const variable = `MAILDOUBLE_${name.toUpperCase().replaceAll('.', '_')}`
    const text = environment[variable]
    if (text === undefined || text === '') return []
    const value = type === 'string' ? text : Number(text)
    if (Number.isNaN(value)) throw new Error(`${variable} must be a number, but it is "${text}".`)
    return [[name, value] as const]
  })
  return Object.fromEntries(found) as Partial<SettingValues>
}
