import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { CampaignRow } from '../../model/campaigns/campaign.ts'
import { folderAt } from '../../model/folders/folder.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { ScenarioDataError } from '../read/scenario-error.ts'

export function shareFields(share: ScenarioSchemas['Share'] | undefined): Pick<CampaignRow, 'shared' | 'share_password'> {
  return { shared: share !== undefined, share_password: share?.password ?? '' }
}

export function checkCampaignFolder(tx: ReadTx, id: string | undefined): void {
  if (id === undefined || folderAt(tx, 'campaign', id)) return
  throw new ScenarioDataError(['folder'], `must be the id of a folder of campaigns of this scenario, but ${id} is none`)
}
