import { attemptChange } from '../../components/notices.tsx'
import { useState } from 'hono/jsx/dom'
import type { BodyOf, Schemas } from '../../../src/kit/client/contract.ts'
import { Menu } from '../../components/menu.tsx'
import { call } from '../../connection.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { useWorld } from '../../world.ts'

/** The kinds of emails on which recipients act. */
const OF_CAMPAIGNS: ReadonlySet<Schemas['Email']['kind']> = new Set(['campaign', 'automation', 'journey'])

/** Something that a recipient does. */
interface Deed {
  readonly title: string
  /** What the notice says: `ada@example.com opened it`. */
  readonly done: string
  readonly body: BodyOf<'runTrigger'>
}

/** What the recipient of an email of a campaign, an automation or a journey can do with it: it happens at once. */
export function EmailActions({ email }: { readonly email: Schemas['Email'] }) {
  const { id: world } = useWorld()
  const [isActing, setActing] = useState(false)
  const { kind, campaign_id, list_id, to: email_address, links } = email
  if (campaign_id === undefined || list_id === undefined || !OF_CAMPAIGNS.has(kind)) return null
  const isAutomated = kind === 'automation'
  const sent = { email_address, ...(isAutomated ? { workflow_email_id: campaign_id } : { campaign_id }) }
  const member = { email_address, list_id, ...(isAutomated ? {} : { campaign_id }) }
  const act = async ({ done, body }: Deed): Promise<void> => {
    setActing(true)
    await attemptChange(async () => {
      const { deliveries } = await call('runTrigger', world, { body })
      return `${email_address} ${done}. ${formatCount(deliveries.length, 'webhook')}.`
    })
    setActing(false)
  }
  const click = { done: 'clicked a link', body: { trigger: 'campaign.click', ...sent } } as const
  const clicks: readonly Deed[] =
    links.length === 0
      ? [{ ...click, title: 'Any link: the email itself has none' }]
      : links.map((url) => ({ ...click, title: url, body: { ...click.body, url } }))
  const bounces: readonly Deed[] = [
    {
      title: 'Hard: the address does not exist',
      done: 'bounced hard',
      body: { trigger: 'member.bounce', ...member, bounce: 'hard' },
    },
    { title: 'Soft: the mailbox is full', done: 'bounced softly', body: { trigger: 'member.bounce', ...member, bounce: 'soft' } },
  ]
  const button = (deed: Deed) => (
    <button key={deed.title} title={deed.title} disabled={isActing} onClick={() => act(deed)}>
      {deed.title}
    </button>
  )
  const menu = (name: string, deeds: readonly Deed[]) => (
    <Menu label={`${name}… ▾`} name={name}>
      {(close) => (
        <div class="items" onClick={close}>
          {deeds.map(button)}
        </div>
      )}
    </Menu>
  )
  return (
    <div class="actions" role="group" aria-label="What the recipient does">
      {button({ title: 'Open', done: 'opened it', body: { trigger: 'campaign.open', ...sent } })}
      {menu('Click a link', clicks)}
      {menu('Bounce', bounces)}
      {button({ title: 'Complain', done: 'complained', body: { trigger: 'member.complain', ...member } })}
      {button({ title: 'Unsubscribe', done: 'unsubscribed', body: { trigger: 'member.unsubscribe', ...member } })}
    </div>
  )
}
