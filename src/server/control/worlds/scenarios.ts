import { listOverviews } from '../../../service/scenarios/read/overview.ts'
import type { ControlOperations } from '../context.ts'

export const scenarioOperations = {
  async getScenarios({ context }) {
    return { scenarios: await listOverviews(context.scenarios) }
  },

  async getScenarioSchema() {
    const schema = await import('../../../kernel/contract/generated/scenario/schema.json', { with: { type: 'json' } })
    return schema.default
  },

  async validateScenario({ body: { type, text } }) {
    // Imported on first use: it brings the YAML parser and many checks, which few servers need.
    const { validateScenario } = await import('../../../service/scenarios/read/validate-scenario.ts')
    const mistakes = await validateScenario(text, type === 'application/json' ? 'json' : 'yaml')
    return { valid: mistakes.length === 0, errors: mistakes.map(({ file: _, ...mistake }) => mistake) }
  },
} satisfies Partial<ControlOperations>
