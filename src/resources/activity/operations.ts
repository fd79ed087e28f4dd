import type { Schemas } from '../../contract/service.ts'
import { timestamp } from '../../support/time.ts'
import { linksOf } from '../links.ts'
import { subjectOf } from '../members/subject.ts'
import type { Operations } from '../operation.ts'
import { sliceOf } from '../page.ts'
import { feedOf } from './feed.ts'
import { historyOf, type Happening } from './history.ts'

/** The activity of a member is his last fifty. */
const ACTIVITY_SHOWN_MAX = 50

type Activity = Schemas['MemberActivity']

export const activityOperations = {
  getMemberActivity({ tx, path, query }) {
    const { list, member } = subjectOf(tx, path)
    const activity = historyOf(tx, member)
      .map(activityView)
      .filter(({ action }) => query.action?.includes(action) ?? true)
      .slice(-ACTIVITY_SHOWN_MAX)
    return {
      activity,
      email_id: member.hash,
      list_id: list.id,
      total_items: activity.length,
      _links: linksOf(tx, 'MemberActivityCollection', { list_id: list.id, subscriber_hash: member.hash }),
    }
  },

  getMemberActivityFeed({ tx, path, query }) {
    const { list, member } = subjectOf(tx, path)
    const found = feedOf(tx, member).filter((item) => query.activity_filters?.includes(item.activity_type) ?? true)
    return {
      activity: sliceOf(found, query),
      email_id: member.hash,
      list_id: list.id,
      total_items: found.length,
      _links: linksOf(tx, 'MemberActivityFeed', { list_id: list.id, subscriber_hash: member.hash }),
    }
  },

  getMemberGoals({ tx, path }) {
    const { list, member } = subjectOf(tx, path)
    return {
      goals: [],
      email_id: member.hash,
      list_id: list.id,
      total_items: 0,
      _links: linksOf(tx, 'MemberGoalCollection', { list_id: list.id, subscriber_hash: member.hash }),
    }
  },
} satisfies Partial<Operations>

function activityView({ what, at, campaign, kind, url }: Happening): Activity {
  const type = what === 'sent' ? campaign?.type : kind
  return {
    action: what,
    timestamp: timestamp(at),
    ...(what === 'click' ? { url } : {}),
    ...(type ? { type } : {}),
    ...(campaign ? { campaign_id: campaign.id, title: campaign.title } : {}),
    ...(campaign?.parent_id ? { parent_campaign: campaign.parent_id } : {}),
  }
}
