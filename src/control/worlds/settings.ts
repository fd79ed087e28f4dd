import { mergeSettings } from '../../contract/settings.ts'
import { equal } from '../../support/equal.ts'
import type { ControlOperations } from '../context.ts'

export const settingOperations = {
  getSettings({ cell }) {
    return cell.world.settings
  },

  updateSettings({ stage, cell, body }) {
    stage.pacer.sync(cell)
    const settings = mergeSettings(cell.world.settings, body)
    if (!equal(settings, cell.world.settings)) cell.world = { ...cell.world, settings }
    stage.pacer.watch(cell)
    return settings
  },
} satisfies Partial<ControlOperations>
