import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { InlineScenario } from '../world-options.ts'
import { fold, type Library } from './fold.ts'
import { BEGINNING, readData, readYaml, UnreadableError } from './parse-yaml.ts'
import { INLINE } from './scenario-error.ts'
import { parseFile } from './scenario-file.ts'
import { noFixture, noScenario, withSettings } from './scenario-folder.ts'
import type { LoadedScenario, Scenario, ScenarioSource } from './scenario-source.ts'

/** Maximum number of characters of a scenario, as JSON or as YAML. */
const CHARS_MAX = 25 * 1024 * 1024

/**
 * Loads a scenario that is given instead of a file, as if it were a file in the folder of the source: it may extend the scenarios and
 * load the data sets there. Throws a `ScenarioError` about all mistakes.
 */
export async function loadInline(source: ScenarioSource, given: InlineScenario): Promise<LoadedScenario> {
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  const file = await parseFile(text, INLINE, 'Scenario', async () => {
    if (text.length > CHARS_MAX)
      throw new UnreadableError([
        { ...BEGINNING, message: `is longer than ${CHARS_MAX} characters. Use \`generate\` for bulk data.` },
      ])
    return typeof given === 'string' ? readYaml(given) : readData(given)
  })
  return fold(file, await makeLibrary(source))
}

async function makeLibrary(source: ScenarioSource): Promise<Library> {
  const settings = (await source.settings?.()) ?? {}
  const own = (await source.own?.()) ?? []
  return {
    extended: async (name) => {
      const base = await source.load(name)
      if (!base) return noScenario(name, await source.names())
      return own.includes(name) ? base : withSettings(base, settings)
    },
    fixture: async (path) => (await source.fixture(path)) ?? noFixture(path),
    settings,
  }
}

/** A scenario with all that it extends and loads, as a file that needs no other one. */
export function makeStandalone(scenario: Scenario): ScenarioSchemas['Scenario'] {
  const { name, description, ...parts } = scenario
  const filled = Object.fromEntries(Object.entries(parts).filter(([, part]) => isFilled(part)))
  return { name, description, ...filled }
}

/** Whether a part of a scenario says anything: it is neither an empty list nor an empty object. */
function isFilled(part: unknown): boolean {
  return typeof part !== 'object' || part === null || Object.keys(part).length > 0
}
