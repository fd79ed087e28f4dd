import { fold, type Library } from './fold.ts'
import { collectErrors } from './collect-errors.ts'
import { ScenarioError, sentence, type ScenarioMistake } from './scenario-error.ts'
import { parseRest } from './scenario-file.ts'
import { noScenario } from './scenario-folder.ts'
import { shippedScenarios } from './shipped-scenarios.ts'
import { BEGINNING, readJson, readYaml } from './parse-yaml.ts'
import { nearest } from '../../../kernel/support/nearest.ts'
import { parsePointer } from '../../../kernel/support/json-pointer.ts'

/** Maximum number of reported mistakes. */
const MISTAKES_MAX = 100

/** The name of the text in errors. */
const TEXT = 'scenario'

/**
 * Reports all mistakes of a scenario text, by line; the list is empty if a world can be created from it. Reads no files except
 * those of the package.
 */
export async function validateScenario(text: string, language: 'yaml' | 'json'): Promise<readonly ScenarioMistake[]> {
  const errors: ScenarioError[] = []
  const note = (error: ScenarioError): void => void errors.push(error)
  try {
    const read = language === 'json' ? readJson : readYaml
    const file = await parseRest(text, TEXT, 'Scenario', note, TEXT, read)
    errors.push(...(await collectErrors(await fold(file, shipped(note)))).errors)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    note(error)
  }
  const unique = new Map(errors.flatMap(locateMistakes).map((each) => [JSON.stringify(each), each]))
  return [...unique.values()].toSorted((a, b) => a.line - b.line).slice(0, MISTAKES_MAX)
}

/** A library of the package's own files. Other names are noted as missing, all of them. */
function shipped(note: (error: ScenarioError) => void): Library {
  return {
    extended: async (name) =>
      (await shippedScenarios.load(name)) ?? `${noScenario(name, await shippedScenarios.names())} ${NO_FILES}`,
    fixture: async (path) =>
      (await shippedScenarios.fixture(path)) ?? `must be a file that ships with maildouble, but ${path} does not. ${NO_FILES}`,
    settings: {},
    note,
    meant: async (name) => {
      const [nearestName] = nearest(name, await shippedScenarios.names())
      return nearestName === undefined ? undefined : shippedScenarios.load(nearestName)
    },
  }
}

const NO_FILES = 'No other files are read here.'

/** The mistakes in the text itself. A mistake elsewhere is reported for the text as a whole. */
function locateMistakes({ mistakes, message }: ScenarioError): readonly ScenarioMistake[] {
  if (mistakes.length === 0) return [{ file: TEXT, ...BEGINNING, pointer: '', message }]
  return mistakes.map((mistake) => {
    if (mistake.file === TEXT) return mistake
    const elsewhere = sentence(parsePointer(mistake.pointer), mistake.message)
    return { file: TEXT, ...BEGINNING, pointer: '', message: `${mistake.file}: ${elsewhere}` }
  })
}
