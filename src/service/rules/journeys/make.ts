import { durationMs } from '../../../kernel/contract/settings.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { saveHtml } from '../campaigns/content/html.ts'
import { makeCampaign, makeSender } from '../campaigns/make.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { type JourneyEmail, type JourneyPlan, type JourneyRow, journeys } from '../../model/journeys/journey.ts'

type EmailPlan = NonNullable<JourneyPlan['steps'][number]['emails']>[number]

/** Creates a journey with its emails. Its ids must be free. */
export function makeJourney(tx: Tx, list: ListRow, { id, name, status = 'running', steps }: JourneyPlan): JourneyRow {
  return tx.insert(journeys, {
    id,
    list_id: list.id,
    name: name ?? `Journey ${id}`,
    status,
    steps: steps.map(({ id: step_id, type = 'api', emails = [] }) => ({
      id: step_id,
      type,
      emails: emails.map((email) => makeEmail(tx, list, email)),
    })),
  })
}

function makeEmail(tx: Tx, list: ListRow, { id, subject_line, content = '', delay = 'PT0S' }: EmailPlan): JourneyEmail {
  const campaign = makeCampaign(tx, list, {
    ...(id === undefined ? {} : { id }),
    ...makeSender(list),
    type: 'automation',
    workflow: true,
    subject_line,
    options: content === '' ? {} : { content_type: 'html' },
  })
  if (content !== '') saveHtml(tx, campaign, { html: content })
  return { id: campaign.id, delay: durationMs(delay) / 1000 }
}
