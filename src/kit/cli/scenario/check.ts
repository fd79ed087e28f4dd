import { checkScenarios, type CheckedScenarios, filesToCheck } from '../../../service/scenarios/read/check-scenarios.ts'
import type { ScenarioMistake } from '../../../service/scenarios/read/scenario-error.ts'
import { formatCount } from '../../../kernel/support/words.ts'

/** Prints all errors in scenario files. The exit status is 1 if there are any. */
export async function checkFiles(paths: readonly string[]): Promise<void> {
  const files = (await Promise.all(paths.map(filesToCheck))).flat()
  const checked = await checkScenarios(files)
  for (const mistake of checked.mistakes) console.log(errorLine(mistake))
  for (const note of checked.notes) console.log(noteLine(note))
  console.log(summary(checked))
  if (checked.mayBeMore) console.log('There may be more: check again when these are corrected.')
  if (checked.mistakes.length > 0) process.exitCode = 1
}

/** An error in the format that editors and build servers recognize. */
export function errorLine({ file, line, pointer, message }: ScenarioMistake): string {
  return [`${file}:${line}`, ...(pointer === '' ? [] : [pointer]), message].join(' ')
}

/** What need not be an error, in the same format. */
function noteLine(note: ScenarioMistake): string {
  return errorLine({ ...note, message: `note: ${note.message}` })
}

/** The number of checked files, of errors and of notes. */
export function summary({
  files,
  mistakes,
  notes = [],
}: Pick<CheckedScenarios, 'mistakes'> & {
  readonly files: readonly unknown[]
  readonly notes?: CheckedScenarios['notes']
}): string {
  const noted = notes.length === 0 ? '' : ` ${formatCount(notes.length, 'note')}.`
  if (mistakes.length === 0) return `ok: no errors in ${formatCount(files.length, 'file')}.${noted}`
  const wrong = new Set(mistakes.map(({ file }) => file)).size
  return `${formatCount(mistakes.length, 'error')} in ${formatCount(wrong, 'file')}; ${formatCount(files.length)} checked.${noted}`
}
