import type { TargetOptions } from '../target.ts'

/** The formats of variables. */
export const ENV_FORMATS = ['sh', 'fish', 'powershell', 'cmd', 'dotenv', 'json', 'github'] as const

/** The languages with a snippet. */
export const ENV_LANGUAGES = ['node', 'python', 'ruby', 'php', 'go', 'java', 'csharp', 'curl'] as const

export interface EnvOptions extends TargetOptions {
  readonly world: string
  readonly format: (typeof ENV_FORMATS)[number]
  readonly for?: (typeof ENV_LANGUAGES)[number]
}
