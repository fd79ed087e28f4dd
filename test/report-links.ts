/** The links of a report, in order. */
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
