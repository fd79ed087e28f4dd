import { resolve } from 'node:path'
import { readEvidence } from '../../testing/artifacts.ts'
import { explainFailure } from '../../testing/failure.ts'
import { tellJournals } from '../../testing/story.ts'
import { findUnfiredFaults } from '../../testing/unfired-faults.ts'
import type { World } from '../../client/world.ts'
import { connectOrThrow, type TargetOptions } from '../target.ts'

export interface StoryOptions extends TargetOptions {
  readonly world: string
  /** The folder for the bundle and the journal. */
  readonly out?: string
}

/** Prints the last events of a world, as test fixtures add them to a failed test. With `out`, leaves the same files. */
export async function story({ world: id, out, ...target }: StoryOptions): Promise<void> {
  const { worlds } = await connectOrThrow(target)
  const world = await worlds.get(id)
  const notes = (await findUnfiredFaults(world))?.lines ?? []
  console.log(await tellStory(world, notes, out))
}

async function tellStory(world: World, notes: readonly string[], out: string | undefined): Promise<string> {
  if (out === undefined) return tellJournals([(await readEvidence(world)).journal], notes).join('\n')
  return (await explainFailure([world], { folder: resolve(out), begun: 0, notes })).text
}
