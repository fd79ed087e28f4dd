import type { Schemas } from '../../contract/scenario.ts'
import type { CampaignRow } from '../../resources/campaigns/campaign.ts'
import { folderAt } from '../../resources/folders/folder.ts'
import type { Tx } from '../../world/tx.ts'
import { Misfit } from '../read/scenario-error.ts'

/** How the sharing of a report stands in a campaign. */
export function shareFields(share: Schemas['Share'] | undefined): Pick<CampaignRow, 'shared' | 'share_password'> {
  return { shared: share !== undefined, share_password: share?.password ?? '' }
}

/** Campaigns go into folders of campaigns. */
export function checkFolder(tx: Tx, id: string | undefined): void {
  if (id === undefined || folderAt(tx, 'campaign', id)) return
  throw new Misfit(['folder'], `must be the id of a folder of campaigns of this scenario, but ${id} is none`)
}
