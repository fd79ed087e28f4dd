import { valueAt } from '../../../kernel/support/json-pointer.ts'
import { unpackArchives } from '../../rules/campaigns/content/import.ts'
import { conditionChecks } from '../../rules/segments/condition-checks.ts'
import type { BodyPreparations } from '../../rules/requests/operation.ts'

export const campaignBodyPreparations = {
  createCampaign: loadConditionChecks,
  updateCampaign: loadConditionChecks,
  setCampaignContent: unpackArchives,
} satisfies BodyPreparations

function loadConditionChecks(body: unknown): Promise<unknown> | undefined {
  const hasConditions = valueAt(body, '/recipients/segment_opts/conditions') !== undefined
  return hasConditions ? conditionChecks.load() : undefined
}
