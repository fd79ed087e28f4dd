import type { Manifest } from '../../rules/manifest.ts'
import { dropAbuseReportsAbout, removeListAbuseReports } from '../../model/list-reports/abuse-report.ts'
import { removeListDays } from '../../model/list-reports/day.ts'
import { removeListSignupForm } from '../../model/list-reports/signup-form.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).listReportOperations,
  preparations: {},
  jobs: {},
  removeFor: { list: [removeListSignupForm, removeListAbuseReports, removeListDays], member: [dropAbuseReportsAbout] },
  reactions: {},
} satisfies Manifest
