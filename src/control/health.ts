import type { ControlOperations } from './context.ts'

export const healthOperations = {
  getHealth({ stage }) {
    const { version, worlds } = stage
    return {
      status: 'ok',
      version,
      worlds: worlds.size,
      unreadable_worlds: worlds.unreadable.size,
      uptime_seconds: Math.floor(stage.uptime() / 1000),
    }
  },
} satisfies Partial<ControlOperations>
