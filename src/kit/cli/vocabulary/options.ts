/** The options of `maildouble vocabulary new`. */
export interface NewVocabularyOptions {
  readonly force?: boolean
}
