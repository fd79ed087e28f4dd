import { stat } from 'node:fs/promises'
import { ScenarioError } from './scenario-error.ts'
import { folderSource } from './scenario-folder.ts'
import type { LoadedScenario, ScenarioSource } from './scenario-source.ts'
import { shippedScenarios } from './shipped-scenarios.ts'

/** How a folder is read. */
interface ReadingOptions {
  /** Takes the mistakes of files, which are then read without their invalid parts. By default a mistake is thrown. */
  readonly note?: (mistake: ScenarioError) => void
}

/**
 * The scenarios of a user's folder, in front of those of the package: one file per scenario, data sets in `fixtures/`, and default
 * settings in `settings.yaml`. Files may change at any time; the next world uses their new content.
 */
export async function ownScenarios(folder: string, { note }: ReadingOptions = {}): Promise<ScenarioSource> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new ScenarioError(`There is no folder ${folder} to read scenarios from.`)
  const behind = cached(shippedScenarios)
  return {
    ...folderSource({
      folder,
      scenarios: '.',
      fixtures: 'fixtures',
      settings: 'settings',
      behind,
      shownAs: folder,
      ...(note ? { note } : {}),
    }),
    changes: true,
  }
}

/** A source that caches its scenarios. */
function cached(source: ScenarioSource): ScenarioSource {
  const cache = new Map<string, Promise<LoadedScenario | undefined>>()
  return {
    ...source,
    load: (name) => {
      const loading = cache.get(name) ?? source.load(name)
      cache.set(name, loading)
      return loading
    },
  }
}
