import { resolve } from 'node:path'
import type * as vitest from 'vitest'
import type { RunnerTestCase, TestAttachment } from 'vitest'
import type { TestArtifacts } from './failures.ts'

/**
 * Attaches the artifacts to a failed test, for reporters. Vitest supports this since 4.0.11 and may still change it; without it,
 * the files and the printed line are still there.
 */
export async function attach(task: Readonly<RunnerTestCase>, { world, bundle, journal, har }: TestArtifacts): Promise<void> {
  const attachments: TestAttachment[] = [bundle, journal, har]
    .filter((path) => path !== undefined)
    .map((path) => ({ path: resolve(path), contentType: 'application/json' }))
  try {
    const { recordArtifact }: Partial<typeof vitest> = await import('vitest')
    await recordArtifact?.(task, { type: 'maildouble:failure', world, attachments })
  } catch (error) {
    console.error(`maildouble: The files were written but could not be attached: ${String(error)}`)
  }
}
