import { stat } from 'node:fs/promises'
import { ScenarioError } from './scenario-error.ts'
import { folderSource } from './scenario-folder.ts'
import type { LoadedScenario, ScenarioSource } from './scenario-source.ts'
import { shippedScenarios } from './shipped-scenarios.ts'

/** What of a folder is read. */
interface Reading {
  /** The name of the file with the settings; one that is not there if they are to be passed over. */
  readonly settings?: string
}

/**
 * The scenarios of somebody's own folder, before those that ship: one file each, data sets in `fixtures/` below it, and in
 * `settings.yaml` what all of them begin with. Files may change while they are used; the next world is of what they say then.
 */
export async function ownScenarios(folder: string, { settings = 'settings' }: Reading = {}): Promise<ScenarioSource> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new ScenarioError(`There is no folder ${folder} to take scenarios from.`)
  const behind = remembered(shippedScenarios)
  return {
    ...folderSource({ folder, scenarios: '.', fixtures: 'fixtures', settings, behind, shownAs: folder }),
    changes: true,
  }
}

/** A source whose scenarios stay the very same once they were asked for. */
function remembered(source: ScenarioSource): ScenarioSource {
  const known = new Map<string, Promise<LoadedScenario | undefined>>()
  return {
    ...source,
    load: (name) => {
      const loading = known.get(name) ?? source.load(name)
      known.set(name, loading)
      return loading
    },
  }
}
