import { UnknownScenarioError } from '../../../service/scenarios/read/scenario-error.ts'

/** The hint for a scenario that does not exist. */
const OWN_SCENARIO = 'If it is one of your own, name its folder with --scenario-dir.'

/** An error about an unknown scenario with the option that finds the user's own ones, if it was not given. Other errors are returned as they are. */
export function withFolderHint(error: unknown, folder: string | undefined): unknown {
  if (!(error instanceof UnknownScenarioError) || folder !== undefined) return error
  return new Error(`${error.message} ${OWN_SCENARIO}`, { cause: error })
}
