import type { Tx } from '../../world/tx.ts'
import { campaigns } from '../campaigns/campaign.ts'
import { templates } from '../templates/template.ts'

/** What can be in a folder: how it is counted, and how it is taken out. */
interface Contents {
  readonly count: (tx: Tx, folder_id: string) => number
  readonly unfile: (tx: Tx, folder_id: string) => void
}

/** What folders of each kind hold. */
export const contentsOf: { readonly [Kind in 'template' | 'campaign']: Contents } = {
  template: {
    // Those that were removed are in it, but neither listed nor counted.
    count: (tx, folder_id) => tx.range(templates.inFolder, { folder_id, status: 'active' }).count,
    unfile(tx, folder_id) {
      for (const row of tx.range(templates.inFolder, { folder_id }).all()) tx.put(templates, { ...row, folder_id: '' })
    },
  },
  campaign: {
    count: (tx, folder_id) => tx.range(campaigns.byFolder, { folder_id }).count,
    unfile(tx, folder_id) {
      for (const row of tx.range(campaigns.byFolder, { folder_id }).all()) tx.put(campaigns, { ...row, folder_id: '' })
    },
  },
}
