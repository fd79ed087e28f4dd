import { readFile } from 'node:fs/promises'
import { fileProblem } from '../../../kernel/support/file-error.ts'
import { isObject } from '../../../kernel/support/is-object.ts'
import { parsePointer } from '../../../kernel/support/json-pointer.ts'
import { loadCatalogue } from '../../vocabulary/catalogue.ts'
import { wordMistakes, type GivenVocabulary } from '../../vocabulary/definition.ts'
import { readYaml, type ParsedText } from './parse-yaml.ts'
import { checkFile } from './scenario-file.ts'
import { ScenarioError, sentence, type ScenarioMistake } from './scenario-error.ts'

export type CheckedVocabulary = { readonly vocabulary: GivenVocabulary } | { readonly mistakes: readonly ScenarioMistake[] }

/** Parses a vocabulary and reports all of its mistakes. `file` is its name in errors. */
export async function checkVocabulary(text: string, file: string): Promise<CheckedVocabulary> {
  const checked = await checkFile(text, file, 'Vocabulary', withoutEmpty)
  if (!('data' in checked)) return { mistakes: checked }
  const vocabulary = checked.data ?? {}
  const mistakes = wordMistakes(vocabulary, await loadCatalogue()).flatMap(({ path, message }) => {
    const { mistake } = checked.mistake(path, message)
    return mistake ? [mistake] : []
  })
  return mistakes.length > 0 ? { mistakes } : { vocabulary }
}

/** Parses a file. Parts without words are left out: a file may have comments only. */
async function withoutEmpty(text: string): Promise<ParsedText> {
  const parsed = await readYaml(text)
  return { ...parsed, data: isObject(parsed.data) ? filled(parsed.data) : parsed.data }
}

function filled(data: object): object {
  const parts = Object.entries(data).filter(([, part]) => part !== null)
  return Object.fromEntries(parts.map(([name, part]) => [name, name === 'values' && isObject(part) ? filled(part) : part]))
}

/** The text of a vocabulary file. Throws a `ScenarioError` with the name of the file if it cannot be read. */
export async function vocabularyText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new ScenarioError(`${fileProblem(file, error)} ${HOW_TO_MAKE}`)
  })
}

const HOW_TO_MAKE = 'maildouble vocabulary new creates a file with words.'

/** Reads a vocabulary file. Throws a `ScenarioError` that names the file, the line and the word if it cannot be used. */
export async function readVocabularyFile(file: string): Promise<GivenVocabulary> {
  const checked = await checkVocabulary(await vocabularyText(file), file)
  if ('vocabulary' in checked) return checked.vocabulary
  const [first] = checked.mistakes
  if (!first) throw new ScenarioError(`${file} cannot be used.`)
  throw new ScenarioError(`${file}:${first.line}: ${sentence(parsePointer(first.pointer), first.message)}`, [first])
}

/** The mistakes in the vocabulary of a scenario, by their place there. */
export async function vocabularyErrors(
  vocabulary: GivenVocabulary,
): Promise<readonly { readonly path: readonly string[]; readonly message: string }[]> {
  const found = wordMistakes(vocabulary, await loadCatalogue())
  return found.map(({ path, message }) => ({ path: ['settings', 'vocabulary', ...path], message }))
}
