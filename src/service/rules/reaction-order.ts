/**
 * The resources that react to events, in the order in which they react. All of them react to the deletion of a list or a member before any
 * of them removes rows of it, in the same order.
 *
 * Webhooks and feeds are notified before emails are sent. Orders are summed up before automations read the sums, and those of a deleted store
 * leave the sums before they are removed. The counts of a list are removed last, since they change with its members.
 */
export const reactionOrder = [
  'conversations',
  'webhooks',
  'feeds',
  'merge-fields',
  'list-reports',
  'interests',
  'notes',
  'events',
  'segments',
  'tags',
  'purchases',
  'automations',
  'customer-journeys',
  'members',
  'contacts',
  'lists',

  // The order of these does not matter.
  'batch-webhooks',
  'campaigns',
  'carts',
  'customers',
  'orders',
  'products',
  'promo-rules',
  'surveys',
] as const
