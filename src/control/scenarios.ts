import type { Schemas } from '../contract/control.ts'
import { overviewOf } from '../scenarios/overview.ts'
import { ScenarioError } from '../scenarios/scenario-error.ts'
import { sharedFrom } from '../scenarios/scenario-sharing.ts'
import { breathe } from '../support/time.ts'
import type { ControlOperations, Stage } from './operation.ts'

export const scenarioOperations = {
  async getScenarios({ stage }) {
    const own = new Set(await stage.scenarios.own?.())
    const scenarios: Schemas['ScenarioOverview'][] = []
    for (const name of await stage.scenarios.names()) {
      scenarios.push(await overviewNamed(stage, name, own.has(name) ? 'folder' : 'shipped'))
      // There may be very many files in a folder.
      await breathe()
    }
    return { scenarios }
  },

  async getScenarioSchema() {
    const schema = await import('../contract/generated/scenario/schema.json', { with: { type: 'json' } })
    return schema.default
  },

  async validateScenario({ body: { type, text } }) {
    // It takes the parser of YAML and many checks, which few servers need.
    const { validateScenario } = await import('../scenarios/validate-scenario.ts')
    const mistakes = await validateScenario(text, type === 'application/json' ? 'json' : 'yaml')
    return { valid: mistakes.length === 0, errors: mistakes.map(({ pointer, line, message }) => ({ pointer, line, message })) }
  },
} satisfies Partial<ControlOperations>

async function overviewNamed(
  { scenarios }: Stage,
  name: string,
  source: Schemas['ScenarioOverview']['source'],
): Promise<Schemas['ScenarioOverview']> {
  try {
    const { scenario } = await sharedFrom(scenarios).load(name)
    return { ...overviewOf(scenario), source }
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    return { name, source, error: error.message }
  }
}
