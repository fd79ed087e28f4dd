import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { CampaignRow } from './campaign.ts'
import { type Content, contentOf } from './content.ts'

/** A combination of the variables of a test. */
export type Combination = NonNullable<ServiceSchemas['VariateSettings']['combinations']>[number]

/** What sets a version of a test apart. */
interface Version {
  readonly fields: Pick<CampaignRow, 'subject_line' | 'from_name' | 'from_email'>
  readonly content: Content
}

/** The subject, the sender and the content of a version. What the test does not vary is that of the campaign. */
export function versionWith(tx: Tx, campaign: CampaignRow, combination: Combination): Version {
  const { subject_lines = [], from_names = [], reply_to_addresses = [] } = campaign.variate ?? {}
  const { variates, html, plain_text, own_text } = contentOf(tx, campaign)
  return {
    fields: {
      subject_line: subject_lines[combination.subject_line] ?? campaign.subject_line,
      from_name: from_names[combination.from_name] ?? campaign.from_name,
      from_email: reply_to_addresses[combination.reply_to] ?? campaign.from_email,
    },
    content: variates[combination.content_description] ?? { html, plain_text, own_text },
  }
}
