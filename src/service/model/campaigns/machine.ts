import { defineMachine } from '../../../kernel/world/machine.ts'
import { errors } from '../errors.ts'
import { campaigns, type CampaignRow } from './campaign.ts'

export type CampaignMove =
  | 'send'
  | 'schedule'
  | 'unschedule'
  | 'unscheduleToDraft'
  | 'start'
  | 'giveUp'
  | 'finish'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'endCancel'

/** The state machine of a campaign. Planted ones can begin in any state that they rest in. */
export const campaignMachine = defineMachine<CampaignRow, CampaignMove>(campaigns, {
  name: 'campaign',
  states: {
    save: 'initial',
    paused: 'initial',
    schedule: 'reached',
    sending: 'reached',
    sent: 'initial',
    canceling: 'reached',
    canceled: 'initial',
    archived: 'initial',
  },
  moves: {
    send: { from: ['save', 'paused'], to: 'sending' },
    schedule: { from: ['save', 'paused'], to: 'schedule' },
    unschedule: { from: ['schedule'], to: 'paused' },
    unscheduleToDraft: { from: ['schedule'], to: 'save' },
    start: { from: ['schedule'], to: 'sending' },
    giveUp: { from: ['schedule'], to: 'paused' },
    finish: { from: ['sending'], to: 'sent' },
    pause: { from: ['sending'], to: 'paused' },
    resume: { from: ['paused'], to: 'sending' },
    cancel: { from: ['sending'], to: 'canceling' },
    endCancel: { from: ['canceling'], to: 'canceled' },
  },
  refuse: ({ id, status }, move) =>
    errors.badRequest(`The campaign ${id} ${STATES[status]}, and only one that ${WANTED[move]} can be ${DONE[move]}.`),
})

const STATES: { readonly [State in CampaignRow['status']]: string } = {
  save: 'is a draft',
  paused: 'is paused',
  schedule: 'is scheduled; unschedule it first',
  sending: 'is being sent',
  sent: 'was sent',
  canceling: 'is being cancelled',
  canceled: 'was cancelled',
  archived: 'is archived',
}

const DRAFT = 'is a draft or paused'
const WANTED: { readonly [Move in CampaignMove]: string } = {
  send: DRAFT,
  schedule: DRAFT,
  unschedule: 'is scheduled',
  unscheduleToDraft: 'is scheduled',
  start: 'is scheduled',
  giveUp: 'is scheduled',
  finish: 'is being sent',
  pause: 'is being sent',
  resume: 'was started and paused',
  cancel: 'is being sent',
  endCancel: 'is being cancelled',
}

const DONE: { readonly [Move in CampaignMove]: string } = {
  send: 'sent',
  schedule: 'scheduled',
  unschedule: 'unscheduled',
  unscheduleToDraft: 'unscheduled',
  start: 'started',
  giveUp: 'paused',
  finish: 'finished',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'cancelled',
  endCancel: 'cancelled',
}
