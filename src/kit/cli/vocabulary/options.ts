export interface NewVocabularyOptions {
  readonly force?: boolean
}
