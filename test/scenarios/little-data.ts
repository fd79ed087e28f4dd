import type { LoadedScenario, ScenarioSource } from '../../src/service/scenarios/read/scenario-source.ts'
import { shippedScenarios } from '../../src/service/scenarios/read/shipped-scenarios.ts'

/** A scenario with a tenth of its generated members and a third of its generated campaigns, so that a run takes less time. */
function withLittleData({ scenario, ...loaded }: LoadedScenario): LoadedScenario {
  const { generate } = scenario
  const members = generate.members.map((each) => ({
    ...each,
    members: { ...each.members, count: Math.ceil(each.members.count / 10) },
  }))
  const campaigns = generate.campaigns.map((each) => ({
    ...each,
    campaigns: { ...each.campaigns, count: Math.ceil((each.campaigns.count ?? 3) / 3) },
  }))
  return { ...loaded, scenario: { ...scenario, generate: { ...generate, members, campaigns } } }
}

/** The shipped scenarios, each with little data. */
export const LITTLE_DATA: ScenarioSource = {
  ...shippedScenarios,
  load: async (name) => {
    const loaded = await shippedScenarios.load(name)
    return loaded && withLittleData(loaded)
  },
}
