import { resolve } from 'node:path'
import { evidenceOf } from '../../testing/artifacts.ts'
import { failureOf } from '../../testing/failure.ts'
import { storyOf } from '../../testing/story.ts'
import { unfiredFaultsOf } from '../../testing/unfired-faults.ts'
import type { World } from '../../client/world.ts'
import { connectOrThrow } from '../target.ts'
import type { StoryOptions } from './options.ts'

/** Prints the last events of a world, as test fixtures add them to a failed test. With `out`, leaves the same files. */
export async function story({ world: id, out, ...target }: StoryOptions): Promise<void> {
  const { worlds } = await connectOrThrow(target)
  const world = await worlds.get(id)
  const notes = (await unfiredFaultsOf(world))?.lines ?? []
  console.log(await told(world, notes, out))
}

async function told(world: World, notes: readonly string[], out: string | undefined): Promise<string> {
  if (out === undefined) return storyOf([(await evidenceOf(world)).journal], notes).join('\n')
  return (await failureOf([world], { folder: resolve(out), begun: 0, notes })).text
}
