import { checkVocabulary, vocabularyText } from '../../../service/scenarios/read/vocabulary-file.ts'
import { errorLine, summary } from '../scenario/check.ts'

/** Prints all errors in vocabulary files. The exit status is 1 if there are any. */
export async function checkVocabularies(files: readonly string[]): Promise<void> {
  const checked = await Promise.all(files.map(async (file) => checkVocabulary(await vocabularyText(file), file)))
  const mistakes = checked.flatMap((each) => ('mistakes' in each ? each.mistakes : []))
  for (const mistake of mistakes) console.log(errorLine(mistake))
  console.log(summary({ files, mistakes }))
  if (mistakes.length > 0) process.exitCode = 1
}
