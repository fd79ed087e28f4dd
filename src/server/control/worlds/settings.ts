import { mergeSettings } from '../../../kernel/contract/settings.ts'
import { equal } from '../../../kernel/support/objects.ts'
import type { ControlOperations } from '../context.ts'
import { usableOrThrow } from './new-world.ts'

export const settingOperations = {
  getSettings({ handle }) {
    return handle.world.settings
  },

  async updateSettings({ context, handle, body }) {
    if (body.vocabulary) await usableOrThrow(body.vocabulary, '/vocabulary')
    return handle.commit(() => {
      context.scheduler.sync(handle)
      const settings = mergeSettings(handle.world.settings, body)
      if (!equal(settings, handle.world.settings)) handle.world = { ...handle.world, settings }
      context.scheduler.startTimer(handle)
      return settings
    })
  },
} satisfies Partial<ControlOperations>
