import type * as vitest from 'vitest'
import type { RunnerTestCase } from 'vitest'
import type { TestArtifacts } from './failures.ts'

/**
 * Tells reporters where the artifacts of a failed test are. Vitest supports this since 4.0.11 and may still change it; without it, the files
 * and the printed line are still there. The files are no attachments: Vitest copies attachments and never removes the copies.
 */
export async function recordArtifacts(task: Readonly<RunnerTestCase>, files: TestArtifacts): Promise<void> {
  try {
    const { recordArtifact }: Partial<typeof vitest> = await import('vitest')
    await recordArtifact?.(task, { type: 'maildouble:failure', ...files })
  } catch (error) {
    console.error(`maildouble: The files were written but reporters could not be told of them: ${String(error)}`)
  }
}
