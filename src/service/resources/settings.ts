import type { SettingValues } from '../../kernel/contract/settings.ts'

export { durationMs, serviceMs } from '../../kernel/contract/settings.ts'
export type { GivenSettings, SettingValues } from '../../kernel/contract/settings.ts'

declare module '../../kernel/world/world.ts' {
  interface Settings extends SettingValues {}
}
