import type { ConnectionLanguage } from '../../client/connection-code.ts'
import type { TargetOptions } from '../target.ts'

/** The formats of variables. */
export const ENV_FORMATS = ['sh', 'fish', 'powershell', 'cmd', 'dotenv', 'json', 'github'] as const

export interface EnvOptions extends TargetOptions {
  readonly world: string
  readonly format: (typeof ENV_FORMATS)[number]
  readonly for?: ConnectionLanguage
}
