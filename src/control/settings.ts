import { mergeSettings } from '../contract/settings.ts'
import type { ControlOperations } from './operation.ts'

export const settingOperations = {
  getSettings({ cell }) {
    return cell.world.settings
  },

  updateSettings({ stage, cell, body }) {
    stage.pacer.sync(cell)
    cell.world = { ...cell.world, settings: mergeSettings(cell.world.settings, body) }
    stage.pacer.watch(cell)
    return cell.world.settings
  },
} satisfies Partial<ControlOperations>
