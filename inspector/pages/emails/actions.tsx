import { useState } from 'hono/jsx/dom'
import type { BodyOf, Schemas } from '../../../src/kit/client/contract.ts'
import { Menu } from '../../components/menu.tsx'
import { attempt } from '../../components/notices.tsx'
import { call } from '../../connection.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { lookAgain } from '../../live.ts'
import { useWorld } from '../../world.ts'

/** The kinds of emails on which recipients act. */
const OF_CAMPAIGNS: ReadonlySet<Schemas['Email']['kind']> = new Set(['campaign', 'automation', 'journey'])

/** What the recipient of an email of a campaign, an automation or a journey can do with it: it happens at once. */
export function EmailActions({ email }: { readonly email: Schemas['Email'] }) {
  const { id: world } = useWorld()
  const [isActing, setActing] = useState(false)
  const { kind, campaign_id: campaign, list_id: list, to: email_address, links } = email
  if (campaign === undefined || list === undefined || !OF_CAMPAIGNS.has(kind)) return null
  const sent = kind === 'automation' ? { workflow_email_id: campaign } : { campaign_id: campaign }
  const occasion = kind === 'automation' ? {} : { campaign_id: campaign }
  const act = async (what: string, body: BodyOf<'runTrigger'>): Promise<void> => {
    setActing(true)
    await attempt(async () => {
      const { deliveries } = await call('runTrigger', world, { body })
      lookAgain()
      return `${email_address} ${what}. ${formatCount(deliveries.length, 'webhook')}.`
    })
    setActing(false)
  }
  const about = { list_id: list, email_address, ...occasion }
  return (
    <div class="actions" role="group" aria-label="What the recipient does">
      <button disabled={isActing} onClick={() => act('opened it', { trigger: 'campaign.open', ...sent, email_address })}>
        Open
      </button>
      <Menu label="Click a link… ▾" name="Click a link">
        {(close) => (
          <div class="items" onClick={close}>
            {links.length === 0 ? (
              <button
                disabled={isActing}
                onClick={() => act('clicked a link', { trigger: 'campaign.click', ...sent, email_address })}
              >
                Any link: the email itself has none
              </button>
            ) : null}
            {links.map((url) => (
              <button
                key={url}
                title={url}
                disabled={isActing}
                onClick={() => act('clicked a link', { trigger: 'campaign.click', ...sent, email_address, url })}
              >
                {url}
              </button>
            ))}
          </div>
        )}
      </Menu>
      <Menu label="Bounce… ▾" name="Bounce">
        {(close) => (
          <div class="items" onClick={close}>
            <button
              disabled={isActing}
              onClick={() => act('bounced hard', { trigger: 'member.bounce', ...about, bounce: 'hard' })}
            >
              Hard: the address does not exist
            </button>
            <button
              disabled={isActing}
              onClick={() => act('bounced softly', { trigger: 'member.bounce', ...about, bounce: 'soft' })}
            >
              Soft: the mailbox is full
            </button>
          </div>
        )}
      </Menu>
      <button disabled={isActing} onClick={() => act('complained', { trigger: 'member.complain', ...about })}>
        Complain
      </button>
      <button disabled={isActing} onClick={() => act('unsubscribed', { trigger: 'member.unsubscribe', ...about })}>
        Unsubscribe
      </button>
    </div>
  )
}
