import type { Manifest } from '../../rules/manifest.ts'
import { dropAbuseReportsAbout, dropAbuseReportsOf } from '../../model/list-reports/abuse-report.ts'
import { dropDaysOf } from '../../model/list-reports/day.ts'
import { dropSignupFormOf } from '../../model/list-reports/signup-form.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).listReportOperations,
  preparations: {},
  jobs: {},
  entities: [{ word: 'abuse_report', tables: ['abuse_reports'], ids: ['id'], parameters: ['report_id'], name: 'id' }],
  secrets: [],
  removeFor: { list: [dropSignupFormOf, dropAbuseReportsOf, dropDaysOf], member: [dropAbuseReportsAbout] },
  reactions: {},
} satisfies Manifest
