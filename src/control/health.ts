import type { ControlOperations } from './context.ts'

export const healthOperations = {
  getHealth({ context }) {
    const { version, worlds } = context
    return {
      status: 'ok',
      version,
      worlds: worlds.size,
      unreadable_worlds: worlds.unreadable.size,
      uptime_seconds: Math.floor(context.uptime() / 1000),
    }
  },
} satisfies Partial<ControlOperations>
