import type { GivenSettings } from '../../kernel/contract/settings.ts'
import { nearest } from '../../kernel/support/nearest.ts'
import { loadCatalogue, type WordCatalogue, type WordPlaces } from './catalogue.ts'

/** A vocabulary as a file or a setting gives it: words of a deployment by the words of the reference. */
export type GivenVocabulary = NonNullable<GivenSettings['vocabulary']>

/** A word of a vocabulary that cannot be used: its place, and why. */
export interface VocabularyMistake {
  readonly path: readonly string[]
  readonly message: string
}

/** A vocabulary that cannot be used. The message is that of its first mistake. */
export class VocabularyError extends Error {
  override readonly name = 'VocabularyError'
  readonly mistakes: readonly VocabularyMistake[]

  constructor(mistakes: readonly VocabularyMistake[]) {
    const [first] = mistakes
    super(first ? `vocabulary/${first.path.join('/')}: ${first.message}` : 'The vocabulary cannot be used.')
    this.mistakes = mistakes
  }
}

/** Throws a `VocabularyError` unless every word of a vocabulary is a word of the reference and has a word of its own. */
export async function assertUsable(vocabulary: GivenVocabulary): Promise<void> {
  const mistakes = wordMistakes(vocabulary, await loadCatalogue())
  if (mistakes.length > 0) throw new VocabularyError(mistakes)
}

/** The mistakes of a vocabulary: words that the reference does not have, and words that stand for two words of the reference. */
export function wordMistakes(
  { paths = {}, keys = {}, values = {}, headers = {} }: GivenVocabulary,
  words: WordCatalogue,
): VocabularyMistake[] {
  const holders = [...words.values.keys()]
  return [
    ...findDefinitionMistakes(['paths'], paths, words.paths, 'a fixed segment of a path of the reference'),
    ...findDefinitionMistakes(['keys'], keys, words.keys, 'a key of the reference'),
    ...Object.entries(values).flatMap(([holder, pairs]) => {
      const known = words.values.get(holder)
      if (known) return findDefinitionMistakes(['values', holder], pairs, known, `a value of ${holder} in the reference`)
      return [{ path: ['values', holder], message: explainUnknown(holder, 'a key whose values the reference lists', holders) }]
    }),
    ...findDefinitionMistakes(['headers'], headers, words.headers, 'a header that can be renamed'),
    ...Object.entries(headers)
      .filter(([, name]) => OTHER_HEADERS.has(name.toLowerCase()))
      .map(([header, name]) => ({
        path: ['headers', header],
        message: `${quoteWord(name)} has a meaning of its own in HTTP; choose another name.`,
      })),
  ]
}

/** Headers of requests, answers and webhooks that no other header can take the name of. */
const OTHER_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'allow',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'date',
  'host',
  'link',
  'set-cookie',
  'transfer-encoding',
  'user-agent',
])

/** Inherited names of objects, such as `constructor`. */
const OF_EVERY_OBJECT = Object.getOwnPropertyNames(Object.prototype)

function findDefinitionMistakes(
  path: readonly string[],
  pairs: Readonly<Record<string, string>>,
  known: WordPlaces,
  what: string,
): VocabularyMistake[] {
  const isHeader = path[0] === 'headers'
  const same = (word: string): string => (isHeader ? word.toLowerCase() : word)
  const mapped = new Set(Object.keys(pairs).map(same))
  const reference = new Set([...known.keys()].map(same))
  const taken = new Map<string, string>()
  return Object.entries(pairs).flatMap(([word, deployed]) => {
    const place = [...path, word]
    if (!reference.has(same(word))) return [{ path: place, message: explainUnknown(word, what, [...known.keys()]) }]
    if (OF_EVERY_OBJECT.some((name) => same(name) === same(deployed)))
      return [{ path: place, message: `${quoteWord(deployed)} is a member of every object in JavaScript; choose another word.` }]
    const other = taken.get(same(deployed))
    taken.set(same(deployed), word)
    if (other !== undefined)
      return [{ path: place, message: `${quoteWord(deployed)} stands for ${other} already; a word can stand for one word only.` }]
    const isTaken = reference.has(same(deployed)) && !mapped.has(same(deployed))
    if (!isTaken) return []
    return [{ path: place, message: `${quoteWord(deployed)} is ${what} itself; map that as well, or choose another word.` }]
  })
}

function explainUnknown(word: string, what: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  const hint =
    meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : ' `maildouble vocabulary new` writes a file with all words.'
  return `${quoteWord(word)} is not ${what}.${hint}`
}

function quoteWord(word: string): string {
  return JSON.stringify(word.slice(0, 100))
}
