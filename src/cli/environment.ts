import { check } from '../contract/check.ts'
import { settingsValidator, settings as described } from '../contract/settings.ts'
import type { GivenSettings } from '../resources/settings.ts'

/** The settings that stand in the environment: `MAILDOUBLE_` and the name in capitals. Throws when one cannot be used. */
export async function settingsFrom(environment: Readonly<Record<string, string | undefined>>): Promise<GivenSettings> {
  const found: Record<string, string | number | (string | number)[]> = {}
  for (const [name, { type }] of Object.entries(described)) {
    const variable = `MAILDOUBLE_${name.toUpperCase().replaceAll('.', '_')}`
    const text = environment[variable]
    if (text === undefined || text === '') continue
    const value = type === 'array' ? text.split(',').map(numberOr) : type === 'string' ? text : numberOr(text)
    const complaint = check(await settingsValidator(), { [name]: value })
    if (complaint) throw new Error(`${variable}=${text} cannot be used. ${complaint.message}`)
    found[name] = value
  }
  return found
}

/** A number where it is written as one; what may be either, such as a duration, is a text else. */
function numberOr(text: string): string | number {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}
