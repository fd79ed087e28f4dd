import { documents } from '../../kernel/contract/documents.ts'
import type { Contract } from '../../kernel/contract/openapi.ts'
import { Defect } from '../../kernel/world/errors.ts'
import { type LinkParameter, USER_AGENT } from './catalogue.ts'
import type { GivenVocabulary } from './definition.ts'
import { lowerCased, Vocabulary } from './vocabulary.ts'
import { WordMap } from './word-map.ts'
import { REFERENCE_WORDS, type Words } from './words.ts'

let document: Contract | undefined
let loading: Promise<void> | undefined
const made = new WeakMap<GivenVocabulary, Vocabulary>()

/** Loads what vocabularies need, once. Returns `undefined` if it is loaded, or if there is no vocabulary. */
export function loadVocabulary({ vocabulary }: SettingsWithVocabulary): Promise<void> | undefined {
  if (!vocabulary || document) return undefined
  return (loading ??= documents.service().then((found) => void (document = found)))
}

/** Settings, as far as they say which words a world uses. */
export interface SettingsWithVocabulary {
  readonly vocabulary?: GivenVocabulary | null | undefined
}

/** The words of a world. Those of a deployment need `loadVocabulary` first. */
export function chooseWords(settings: SettingsWithVocabulary): Words {
  const { vocabulary } = settings
  if (!vocabulary) return REFERENCE_WORDS
  const known = made.get(vocabulary)
  if (known) return known
  if (!document) throw new Defect('The vocabulary of a world has not been loaded.')
  const compiled = new Vocabulary(vocabulary, document)
  made.set(vocabulary, compiled)
  return compiled
}

/** The user agent of webhooks, and of the request that validates their URL. */
export function chooseUserAgent({ vocabulary }: SettingsWithVocabulary): string {
  return vocabulary?.user_agent ?? USER_AGENT
}

/** The deployment's name of a query parameter that a tracked link adds. */
export function linkParameter({ vocabulary }: SettingsWithVocabulary, name: LinkParameter): string {
  return new WordMap(vocabulary?.keys ?? {}).toDeployment(name)
}

/** The deployment's name of a header that webhooks carry, in lower case. */
export function webhookHeader({ vocabulary }: SettingsWithVocabulary, name: string): string {
  return new WordMap(lowerCased(vocabulary?.headers ?? {})).toDeployment(name)
}
