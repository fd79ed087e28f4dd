import { documents, lenientDocuments } from '../../../kernel/contract/documents.ts'
import { readVocabularyFile } from '../../../service/scenarios/read/vocabulary-file.ts'
import { Vocabulary } from '../../../service/vocabulary/vocabulary.ts'

export interface OpenapiOptions {
  readonly control?: boolean
  readonly vocabulary?: string
  readonly strict?: boolean
}

export async function printContract(options: OpenapiOptions): Promise<void> {
  process.stdout.write(`${JSON.stringify(await contractFor(options), null, 2)}\n`)
}

/** The document that the options ask for. Throws a `ScenarioError` if the vocabulary cannot be used. */
async function contractFor({ control = false, vocabulary, strict = false }: OpenapiOptions): Promise<object> {
  if (control) return documents.control()
  const document = await (strict ? documents : lenientDocuments).service()
  if (vocabulary === undefined) return document
  return new Vocabulary(await readVocabularyFile(vocabulary), await documents.service()).openApi(document)
}
