/** What a report points to, in order. */
export const REPORT_LINKS = [
  'parent',
  'self',
  'campaign',
  'sub-reports',
  'abuse-reports',
  'advice',
  'open-details',
  'click-details',
  'domain-performance',
  'short-url-activity',
  'email-activity',
  'locations',
  'sent-to',
  'unsubscribed',
]
