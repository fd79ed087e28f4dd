import { messageOf } from '../../../kernel/support/thrown.ts'
import { ownScenarios } from '../../../service/scenarios/read/own-scenarios.ts'
import { loadOrThrow } from '../../../service/scenarios/read/scenario-source.ts'
import { shippedScenarios } from '../../../service/scenarios/read/shipped-scenarios.ts'
import { readVocabularyFile } from '../../../service/scenarios/read/vocabulary-file.ts'
import { compareRecordings } from '../../compare/compare.ts'
import { exitStatusOf } from '../../drift/result.ts'
import { readRecordings } from '../../recordings/read-files.ts'
import { type ResultOptions, writeResult } from '../comparison/write.ts'

export interface CompareOptions extends ResultOptions {
  /** The scenario in whose state the recordings began. */
  readonly scenario?: string
  readonly scenarioDir?: string
  readonly vocabulary?: string
  readonly host?: string
  readonly values?: boolean
}

/** Compares recordings with the contract and with worlds, and reports. A run that fails could not tell: its exit status is 2. */
export async function compare(files: readonly string[], options: CompareOptions): Promise<void> {
  await run(files, options).catch((error: unknown) => {
    console.error(`maildouble: ${messageOf(error)}`)
    process.exitCode = exitStatusOf({ outcome: 'unknown' })
  })
}

async function run(files: readonly string[], options: CompareOptions): Promise<void> {
  const vocabulary = options.vocabulary === undefined ? undefined : await readVocabularyFile(options.vocabulary)
  const recorded = await readRecordings(files)
  const { host, values = false } = options
  await writeResult(
    await compareRecordings(recorded, { vocabulary, host, values, scenario: await loadChosenScenario(options) }),
    options,
  )
}

/** The scenario that the options name. Throws if there is none. */
async function loadChosenScenario({ scenario: name, scenarioDir }: CompareOptions) {
  if (name === undefined) {
    if (scenarioDir !== undefined) throw new Error('--scenario-dir needs --scenario, which names the scenario in the folder.')
    return undefined
  }
  const source = scenarioDir === undefined ? shippedScenarios : await ownScenarios(scenarioDir)
  await loadOrThrow(source, name)
  return { source, name }
}
