import { readHeader } from '../../http/request.ts'
import { campaigns } from '../../../service/model/campaigns/campaign.ts'
import { lists, makeSubscribeUrl } from '../../../service/model/lists/list.ts'
import { visitShortUrl } from '../../../service/rules/reports/short-url.ts'
import { peek, rehearse, type Tx } from '../../../kernel/world/tx.ts'
import type { PublicOperations } from '../operation.ts'
import { redirect } from '../reply.ts'
import { noSuchList } from './subscriptions.ts'

export const shortUrlOperations = {
  async openShortUrl({ call, handle, path, run }) {
    const { list, campaign } = peek(handle.world, (tx) => ({
      list: tx.first(lists.key, { id: path.id }),
      campaign: tx.first(campaigns.key, { id: path.id }),
    }))
    if (list) return redirect(peek(handle.world, (tx) => makeSubscribeUrl(tx, list)))
    if (!campaign) return noSuchList()
    const referrer = readHeader(call, 'referer') ?? ''
    const open = (tx: Tx): string => visitShortUrl(tx, campaign, referrer)
    // A HEAD request only checks whether the link exists.
    return redirect(call.method === 'HEAD' ? rehearse(handle.world, open) : await run(open))
  },
} satisfies Partial<PublicOperations>
