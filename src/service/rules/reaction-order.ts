/**
 * The resources that react to events, in the order in which they react. All of them react to the deletion of a list, a member or a store before
 * the rows that it owns are removed.
 *
 * Webhooks and feeds are notified before emails are sent. Orders are summed up before automations read the sums. Campaigns keep the name of a deleted list before journeys remove some of them.
 */
export const reactionOrder = [
  'webhooks',
  'feeds',
  'purchases',
  'campaigns',
  'automations',
  'customer-journeys',
  'members',
  'lists',

  // The order of these does not matter.
  'batch-webhooks',
  'customers',
  'orders',
  'surveys',
] as const
