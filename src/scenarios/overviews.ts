import { breathe } from '../support/time.ts'
import { overviewOf, type Overview } from './overview.ts'
import { ScenarioError } from './scenario-error.ts'
import { sharedFrom } from './scenario-sharing.ts'
import type { ScenarioSource } from './scenario-source.ts'

/** One of the scenarios that there are: what it holds, or why it cannot be used. */
export type ListedScenario = { readonly source: 'shipped' | 'folder' } & (
  | Overview
  | { readonly name: string; readonly error: string }
)

/** All scenarios of a source, in order of their names. */
export async function overviewsOf(source: ScenarioSource): Promise<readonly ListedScenario[]> {
  const own = new Set(await source.own?.())
  const listed: ListedScenario[] = []
  for (const name of await source.names()) {
    listed.push({ ...(await overviewNamed(source, name)), source: own.has(name) ? 'folder' : 'shipped' })
    // There may be very many files in a folder.
    await breathe()
  }
  return listed
}

async function overviewNamed(source: ScenarioSource, name: string): Promise<Overview | { name: string; error: string }> {
  try {
    const { scenario } = await sharedFrom(source).load(name)
    return overviewOf(scenario)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    return { name, error: error.message }
  }
}
