import type { Schemas } from './control.ts'
import { settings } from './generated/control/settings.ts'

type Described = typeof settings
type Defaults = { readonly [Name in keyof Described]: Described[Name]['default'] }

const defaults = Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default])) as Defaults

/** Each setting of a world as the contract has it while nobody says otherwise. */
export const DEFAULT_SETTINGS: Required<Schemas['Settings']> = defaults
