import type { TargetOptions } from '../target.ts'

/** How variables can be written. */
export const ENV_FORMATS = ['sh', 'fish', 'powershell', 'cmd', 'dotenv', 'json', 'github'] as const

/** The languages of which there is a snippet. */
export const ENV_LANGUAGES = ['node', 'python', 'ruby', 'php', 'go', 'java', 'csharp', 'curl'] as const

/** The options of `maildouble env`, as the command line parser hands them over. */
export interface EnvOptions extends TargetOptions {
  readonly world: string
  readonly format: (typeof ENV_FORMATS)[number]
  readonly for?: (typeof ENV_LANGUAGES)[number]
}
