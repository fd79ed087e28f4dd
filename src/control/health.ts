import type { ControlOperations } from './operation.ts'

export const healthOperations = {
  getHealth({ stage }) {
    return { status: 'ok', version: stage.version, worlds: stage.worlds.size, uptime_seconds: Math.floor(stage.uptime() / 1000) }
  },
} satisfies Partial<ControlOperations>
