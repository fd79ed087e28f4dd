import { Defect } from '../world/errors.ts'
import type { Tx, DomainEvent } from '../world/tx.ts'
import { preserveListName, type CampaignRow } from './campaigns/campaign.ts'
import { announceBatch } from './batch-webhooks/announce.ts'
import { dropBatchWebhooksOf } from './batch-webhooks/batch-webhook.ts'
import type { BatchRow } from './batches/batch.ts'
import { dropConversationsOf, dropConversationsWith } from './conversations/conversation.ts'
import { dropChannelsAbout, dropContactsOf } from './contacts/contact.ts'
import { dropEventsAbout, dropEventsOf } from './events/event.ts'
import { addMemberChatter } from './feeds/member-chatter.ts'
import { dropInterestsOf } from './interests/interest.ts'
import { dropAbuseReportsAbout, dropAbuseReportsOf } from './list-reports/abuse-report.ts'
import { dropPastMembersOf, rememberStay } from './list-reports/presence.ts'
import { dropSignupFormOf } from './list-reports/signup-form.ts'
import type { ListRow } from './lists/list.ts'
import { notifyOwner } from './lists/notify.ts'
import { dropPermissionsOf } from './lists/permissions.ts'
import { dropStatsOf } from './lists/stats.ts'
import { requestConfirmationIfPending, dropConfirmationsAbout, dropConfirmationsOf } from './members/confirmation.ts'
import { dropMembersOf, type MemberRow } from './members/member.ts'
import type { MemberEventType } from './members/member-diff.ts'
import { dropMergeFieldsOf } from './merge-fields/merge-field.ts'
import { dropNotesAbout, dropNotesOf } from './notes/note.ts'
import type { Caller } from './operation.ts'
import { dropSegmentsOf } from './segments/segment.ts'
import { dropMemberSchemaOf } from './members/member-schema.ts'
import { dropTaggingsAbout } from './tags/tag.ts'
import { announceCampaign, announceMember } from './webhooks/announce.ts'
import { dropWebhooksOf } from './webhooks/webhook.ts'

/** All events that other resources may react to. */
export interface Events {
  'list.created': { readonly list: ListRow }
  'list.deleted': { readonly list: ListRow }
  /** `before` is undefined for a new member, `after` for a permanently deleted one. */
  'member.changed': {
    readonly list: ListRow
    readonly before: MemberRow | undefined
    readonly after: MemberRow | undefined
    readonly diff: readonly MemberEventType[]
    readonly by: Caller
  }
  'member.deleted': { readonly list: ListRow; readonly member: MemberRow }
  /** The user revoked the access of an application. */
  'application.revoked': { readonly client_id: string }
  'batch.finished': { readonly batch: BatchRow }
  /** A campaign was sent, or cancelled. */
  'campaign.ended': { readonly list: ListRow; readonly campaign: CampaignRow }
}

/** One of these events, with its type. */
export type ResourceEvent = { readonly [Type in keyof Events]: { readonly type: Type } & Events[Type] }[keyof Events]

type Reactions = { readonly [Type in keyof Events]: (tx: Tx, event: Events[Type]) => void }

/** The consequences of events in other resources, where direct calls would create circular dependencies. */
const reactions: Reactions = {
  'list.created': () => {},
  'list.deleted': (tx, { list }) => {
    preserveListName(tx, list)
    dropConversationsOf(tx, list)
    dropWebhooksOf(tx, list)
    dropMergeFieldsOf(tx, list)
    dropPermissionsOf(tx, list)
    dropSignupFormOf(tx, list)
    dropAbuseReportsOf(tx, list)
    dropInterestsOf(tx, list)
    dropNotesOf(tx, list)
    dropEventsOf(tx, list)
    dropSegmentsOf(tx, list)
    dropConfirmationsOf(tx, list)
    dropMembersOf(tx, list)
    dropPastMembersOf(tx, list)
    dropContactsOf(tx, list)
    // Last, since removing members still changes the counts.
    dropMemberSchemaOf(tx, list)
    dropStatsOf(tx, list)
  },
  'member.changed': (tx, change) => {
    announceMember(tx, change)
    addMemberChatter(tx, change)
    requestConfirmationIfPending(tx, change)
    notifyOwner(tx, change)
  },
  'member.deleted': (tx, { member }) => {
    rememberStay(tx, member)
    dropAbuseReportsAbout(tx, member)
    dropConversationsWith(tx, member)
    dropNotesAbout(tx, member)
    dropEventsAbout(tx, member)
    dropTaggingsAbout(tx, member)
    dropChannelsAbout(tx, member)
    dropConfirmationsAbout(tx, member)
  },
  'application.revoked': (tx, { client_id }) => dropBatchWebhooksOf(tx, client_id),
  'campaign.ended': (tx, { campaign }) => announceCampaign(tx, { campaign }),
  'batch.finished': (tx, { batch }) => announceBatch(tx, batch),
  'faults.matched': () => {},
  'operation.performed': () => {},
}

/** Emits an event. */
export function emit<Type extends keyof Events>(tx: Tx, type: Type, event: Events[Type]): void {
  tx.emit({ type, ...event } as DomainEvent)
}

/** The events of a transaction so far. All of them were emitted by `emit`. */
export function eventsIn(tx: Tx): readonly ResourceEvent[] {
  return tx.events as readonly ResourceEvent[]
}

/** Runs the consequences of an event. */
export function react(tx: Tx, event: DomainEvent): void {
  const reaction = (reactions as { readonly [type: string]: (tx: Tx, event: never) => void })[event.type]
  if (!reaction) throw new Defect(`No reaction is defined for the event ${event.type}.`)
  reaction(tx, event as never)
}
