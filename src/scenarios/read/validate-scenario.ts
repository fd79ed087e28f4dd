import { fold, type Library } from './fold.ts'
import { collectErrors } from './collect-errors.ts'
import { ScenarioError, sentence, type Mistake } from './scenario-error.ts'
import { checkFile, type ScenarioFile } from './scenario-file.ts'
import { noScenario } from './scenario-folder.ts'
import { NOTHING, type Scenario } from './scenario-source.ts'
import { shippedScenarios } from './shipped-scenarios.ts'
import { readJson, readYaml } from './parse-yaml.ts'
import { stepsOf } from '../../support/json-pointer.ts'

/** Maximum number of reported mistakes. */
const MISTAKES_MAX = 100

/** The name of the text in errors. */
const TEXT = 'scenario'

/**
 * Reports all mistakes of a scenario text, by line; the list is empty if a world can be created from it. Reads no files except
 * those of the package.
 */
export async function validateScenario(text: string, language: 'yaml' | 'json'): Promise<readonly Mistake[]> {
  const looked = await checkFile(text, TEXT, 'Scenario', language === 'json' ? readJson : readYaml)
  const mistakes = 'data' in looked ? await dataErrors(looked) : looked
  return mistakes.toSorted((a, b) => a.line - b.line).slice(0, MISTAKES_MAX)
}

/** Errors beyond the schema: names that do not exist, or else data that are invalid. */
async function dataErrors(file: ScenarioFile<'Scenario'>): Promise<readonly Mistake[]> {
  const missing: Mistake[] = []
  const note = (error: ScenarioError): void => void missing.push(placed(error))
  try {
    const loaded = await fold(file, shipped(file, note))
    if (missing.length > 0) return missing
    return (await collectErrors(loaded)).map(placed)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    return [...missing, placed(error.mistake ? error : file.mistake(['clock', 'now'], error.message))]
  }
}

/** A library of the package's own files. Other names are reported as missing, all of them. */
function shipped(file: ScenarioFile<'Scenario'>, note: (error: ScenarioError) => void): Library {
  return {
    extended: async (name) => {
      const found = await shippedScenarios.load(name)
      if (found) return found
      note(file.mistake(['extends'], `${noScenario(name, await shippedScenarios.names())} ${NO_FILES}`))
      return { scenario: scenarioWithoutData(name), mistake: file.mistake }
    },
    fixture: async (path) => {
      const found = await shippedScenarios.fixture(path)
      if (found) return found
      const at = file.data.fixtures?.indexOf(path) ?? 0
      note(file.mistake(['fixtures', at], `must be a file that ships with maildouble, but ${path} does not. ${NO_FILES}`))
      return { data: {}, mistake: file.mistake }
    },
    settings: {},
  }
}

const NO_FILES = 'No other files are read here.'

function scenarioWithoutData(name: string): Scenario {
  return { ...NOTHING, name, description: name, seed: name }
}

/** A mistake in the text itself. A mistake elsewhere is reported for the text as a whole. */
function placed({ mistake, message }: ScenarioError): Mistake {
  if (mistake?.file === TEXT) return mistake
  const elsewhere = mistake ? sentence(stepsOf(mistake.pointer), mistake.message) : message
  return { file: TEXT, line: 1, pointer: '', message: mistake ? `${mistake.file}: ${elsewhere}` : elsewhere }
}
