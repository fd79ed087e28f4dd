import { checkScenarios, listScenarioFiles } from '../../../service/scenarios/read/check-scenarios.ts'
import { ScenarioError, someLines } from '../../../service/scenarios/read/scenario-error.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { errorLine } from '../scenario/check.ts'
import { withFolderHint } from '../scenario/hint.ts'
import { quotePath } from '../scenario/quoted.ts'

/**
 * The files of a folder of scenarios that have errors, each with its first one in the words of `scenario check`. Returns `undefined` if
 * there are none. All errors of the files in `whole` are told, and before the others.
 */
export async function brokenScenarios(folder: string, whole: ReadonlySet<string> = new Set()): Promise<string | undefined> {
  const { mistakes } = await checkScenarios(await listScenarioFiles(folder))
  if (mistakes.length === 0) return undefined
  const firsts = new Map(mistakes.toReversed().map((each) => [each.file, each]))
  const told = mistakes.filter((each) => whole.has(each.file) || firsts.get(each.file) === each)
  const lines = told.toSorted((a, b) => Number(whole.has(b.file)) - Number(whole.has(a.file))).map(errorLine)
  const what = `${formatCount(mistakes.length, 'error')} in ${formatCount(firsts.size, 'file')}`
  return `${what}. All are listed by: maildouble scenario check ${quotePath(folder)}\n${someLines(lines)}`
}

/** Completes an error of a start: an error in a scenario gets all errors of the folder, and an unknown scenario gets the option for a folder. */
export async function whyNotStarted(error: unknown, folder: string | undefined): Promise<unknown> {
  if (!(error instanceof ScenarioError) || error.mistakes.length === 0 || folder === undefined)
    return withFolderHint(error, folder)
  const broken = await brokenScenarios(folder, new Set(error.mistakes.map(({ file }) => file)))
  return broken === undefined ? error : new Error(broken, { cause: error })
}
