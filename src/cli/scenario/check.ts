import { checkScenarios, type Checked } from '../../scenarios/read/check-scenarios.ts'
import { filesToCheck } from '../../scenarios/read/files-to-check.ts'
import type { Mistake } from '../../scenarios/read/scenario-error.ts'
import { formatCount } from '../../support/format-count.ts'

/** Prints all errors in scenario files. The exit status is 1 if there are any. */
export async function checkFiles(paths: readonly string[]): Promise<void> {
  const files = (await Promise.all(paths.map(filesToCheck))).flat()
  const checked = await checkScenarios(files)
  for (const mistake of checked.mistakes) console.log(errorLine(mistake))
  console.log(summary(checked))
  if (checked.mistakes.length > 0) process.exitCode = 1
}

/** An error in the format that editors and build servers recognize. */
export function errorLine({ file, line, pointer, message }: Mistake): string {
  return [`${file}:${line}`, ...(pointer === '' ? [] : [pointer]), message].join(' ')
}

/** The number of checked files and of errors. */
export function summary({ files, mistakes }: Pick<Checked, 'mistakes'> & { readonly files: readonly unknown[] }): string {
  if (mistakes.length === 0) return `ok: no errors in ${formatCount(files.length, 'file')}.`
  const wrong = new Set(mistakes.map(({ file }) => file)).size
  return `${formatCount(mistakes.length, 'error')} in ${formatCount(wrong, 'file')}; ${formatCount(files.length)} checked.`
}
