import type { Schemas } from '../contract/control.ts'

/** Every setting of a world, as the control contract describes it. */
export type SettingValues = Required<Schemas['Settings']>

declare module '../world/world.ts' {
  interface Settings extends SettingValues {}
}
