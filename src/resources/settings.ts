import type { SettingValues } from '../contract/settings.ts'

export { durationMs, serviceMs } from '../contract/settings.ts'
export type { GivenSettings, SettingValues } from '../contract/settings.ts'

declare module '../world/world.ts' {
  interface Settings extends SettingValues {}
}
