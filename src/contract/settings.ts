import type { Schemas } from './control.ts'
import { settings } from './generated/control/settings.ts'
import type { ValidateFunction } from './validator.ts'

/** Type and default of every setting of a world. */
export { settings }

type Described = typeof settings
type Defaults = { readonly [Name in keyof Described]: Described[Name]['default'] }

const defaults = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default])) as Defaults

/** Each setting of a world as the contract has it while nobody says otherwise. */
export const DEFAULT_SETTINGS: Required<Schemas['Settings']> = defaults

/** What settings from outside are held against. */
export async function settingsValidator(): Promise<ValidateFunction> {
  return (await import('./generated/control/validators/settings.js')).Settings
}
