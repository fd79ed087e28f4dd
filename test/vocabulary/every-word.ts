import { documents } from '../../src/kernel/contract/documents.ts'
import { loadCatalogue, type WordPlaces } from '../../src/service/vocabulary/catalogue.ts'
import type { GivenVocabulary } from '../../src/service/vocabulary/definition.ts'
import { Shapes, type JsonSchema } from '../../src/service/vocabulary/shape.ts'
import { WordMap } from '../../src/service/vocabulary/word-map.ts'

/** Prefixes that no word of the reference and no test data contain, so that translating back is a matter of removing them. */
const KEY = 'zk_'
const VALUE = 'zv-'
const SEGMENT = 'zp-'

interface EveryWord extends GivenVocabulary {
  readonly keys: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** A vocabulary that renames every word that can be mapped. */
export async function everyWord(): Promise<EveryWord> {
  const { paths, keys, values, headers } = await loadCatalogue()
  return {
    paths: renamed(paths, SEGMENT),
    keys: renamed(keys, KEY),
    values: Object.fromEntries([...values].map(([holder, words]) => [holder, renamed(words, VALUE)])),
    headers: renamed(headers, 'Z'),
    user_agent: 'Brand',
  }
}

function renamed(words: WordPlaces, prefix: string): Record<string, string> {
  return Object.fromEntries([...words.keys()].map((word) => [word, prefix + word]))
}

/** A text in the words of the reference again. */
export function inReference(text: string): string {
  return text
    .replaceAll(KEY, '')
    .replaceAll(VALUE, '')
    .replaceAll(SEGMENT, '')
    .replaceAll(/Zp(?=[A-Z])/g, '')
}

/** A path of the contract in the deployment's words. */
export function inDeployment(path: string): string {
  return path.replaceAll(/(?<=\/)(?=[^{/])/g, SEGMENT)
}

/** A path in the deployment's words. */
export function deployedPath(template: string, ids: ReadonlyMap<string, string>): string {
  return inDeployment(template).replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? 'missing')
}

/** A value in the deployment's words, by its schema in the contract. */
export async function deployedValue(schema: unknown, value: unknown): Promise<unknown> {
  const { keys, values } = await everyWord()
  const words = new Map(Object.entries(values).map(([holder, pairs]) => [holder, new WordMap(pairs)]))
  const document = await documents.service()
  const shapes = new Shapes(
    { keys: new WordMap(keys), valuesOf: (holder) => words.get(holder), url: (url) => url, sentence: (text) => text },
    document.components.schemas as JsonSchema,
  )
  return shapes.translate([schema as JsonSchema], value, 'toDeployment')
}
