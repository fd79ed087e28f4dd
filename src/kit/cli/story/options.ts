import type { TargetOptions } from '../target.ts'

export interface StoryOptions extends TargetOptions {
  readonly world: string
  /** The folder for the bundle and the journal. */
  readonly out?: string
}
