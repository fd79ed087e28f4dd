import { formatCount } from '../../control/coverage/gaps.ts'
import { checkScenarios, type Checked } from '../../scenarios/read/check-scenarios.ts'
import { filesToCheck } from '../../scenarios/read/files-to-check.ts'
import type { Mistake } from '../../scenarios/read/scenario-error.ts'

/** Tells all that is wrong with scenario files; the status is 1 if anything is. */
export async function check(paths: readonly string[]): Promise<void> {
  const files = (await Promise.all(paths.map(filesToCheck))).flat()
  const checked = await checkScenarios(files)
  for (const mistake of checked.mistakes) console.log(lineOf(mistake))
  console.log(summary(checked))
  if (checked.mistakes.length > 0) process.exitCode = 1
}

/** A mistake as editors and build servers find their way to it. */
export function lineOf({ file, line, pointer, message }: Mistake): string {
  return [`${file}:${line}`, ...(pointer === '' ? [] : [pointer]), message].join(' ')
}

/** What was looked at, and how much is wrong. */
export function summary({ files, mistakes }: Checked): string {
  if (mistakes.length === 0) return `ok: nothing is wrong with ${formatCount(files.length, 'file')}.`
  const wrong = new Set(mistakes.map(({ file }) => file)).size
  return `${formatCount(mistakes.length, 'mistake')} in ${formatCount(wrong, 'file')}; ${formatCount(files.length)} looked at.`
}
