import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Body, mock } from '../../mock.ts'
import { bundleOf, newWorld, replay } from './bundle-world.ts'

/** Bundles that the build before the one log wrote, each with the title of the test that it comes from. */
const recorded: readonly { readonly name: string; readonly bundle: Body }[] = JSON.parse(
  brotliDecompressSync(readFileSync(resolve(import.meta.dirname, 'earlier.json.br'))).toString(),
)

test.each(recorded)('a bundle of an earlier build replays in its order: $name', async ({ bundle }) => {
  const { replay: found } = await replay(await withDigestOfToday(bundle))
  // What a body says may change from build to build; the order of what happened and the statuses may not.
  const differences = found.differences.filter(({ expected }: { expected: string }) => !expected.startsWith('a body'))
  expect({ steps: found.steps, differences }).toEqual({ steps: bundle.steps.length, differences: [] })
})

/** The scenario `starter` has had rows added since, which no step reads: its digest is another one. */
async function withDigestOfToday(bundle: Body): Promise<Body> {
  const { scenario, now, settings } = bundle.origin
  if (scenario !== 'starter') return bundle
  const { id, seed } = bundle.world
  const { origin } = await bundleOf(await newWorld(mock({}), { id, scenario, seed, now, settings }))
  return { ...bundle, origin: { ...bundle.origin, digest: origin.digest } }
}
