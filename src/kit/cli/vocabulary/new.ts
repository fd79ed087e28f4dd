import { writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileProblem } from '../../../kernel/support/file-error.ts'
import { loadCatalogue, USER_AGENT, type WordCatalogue, type WordPlaces } from '../../../service/vocabulary/catalogue.ts'

export interface NewVocabularyOptions {
  readonly force?: boolean
}

/** Writes a file with every word that can be mapped. It maps none of them: the lines are comments. */
export async function newVocabulary(file: string, { force = false }: NewVocabularyOptions): Promise<void> {
  const text = vocabularyTemplate(await loadCatalogue())
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const problem =
      code === 'EEXIST'
        ? `${file} already exists. Choose another name, or overwrite it with --force.`
        : code === 'ENOENT'
          ? `There is no folder ${dirname(file)} to write ${basename(file)} to.`
          : fileProblem(file, error)
    throw new Error(problem, { cause: error })
  }
  console.log(`Written: ${file}\n\nNext:\n  maildouble vocabulary check ${file}\n  maildouble serve --vocabulary ${file}`)
}

/** A vocabulary file with all words as comments, each with the places where it occurs. */
function vocabularyTemplate({ paths, keys, values, headers }: WordCatalogue): string {
  return `# The words of your deployment that differ from those of the reference. Uncomment the words that differ, and write the
# word of your deployment after the colon. The comment behind each word names where it occurs.

# Fixed segments of paths.
paths:
${writeWordLines(paths, '  ')}

# Names of members and query parameters.
keys:
${writeWordLines(keys, '  ')}

# Values, by the key that holds them. Uncomment the key as well. \`rel\` has the types of links, \`title\` those of problems.
values:
${[...values].map(([holder, words]) => `  # ${scalar(holder)}:\n${writeWordLines(words, '    ')}`).join('\n')}

# Names of headers.
headers:
${writeWordLines(headers, '  ')}

# The user agent of webhooks.
# user_agent: ${USER_AGENT}

# The hosts of your deployment, whose calls \`maildouble run\` answers.
# hosts: ['https://*.api.example.com']
`
}

function writeWordLines(words: WordPlaces, indent: string): string {
  return [...words]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, places]) => `${indent}# ${scalar(word)}: ${scalar(word)}  # ${listPlaces(places)}`)
    .join('\n')
}

/** Maximum number of places that are named. */
const PLACES_MAX = 3

function listPlaces(places: readonly string[]): string {
  const some = places.slice(0, PLACES_MAX).join(', ')
  return places.length > PLACES_MAX ? `${some} and ${places.length - PLACES_MAX} more` : some
}

function scalar(word: string): string {
  return /^[A-Za-z_][\w .-]*\w$/.test(word) && !/^(?:null|true|false)$/i.test(word) ? word : JSON.stringify(word)
}
