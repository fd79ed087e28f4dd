import { campaignPageOperations } from './pages/campaigns.ts'
import { errorOperations } from './pages/errors.ts'
import { exportOperations } from './files/export-archive.ts'
import { fileOperations } from './files/batch-archive.ts'
import { forwardOperations } from './pages/forward.ts'
import { profileOperations } from './pages/profile.ts'
import { mediaOperations } from './files/media.ts'
import { subscriptionOperations } from './pages/subscriptions.ts'
import type { PublicOperations } from './operation.ts'
import { signInOperations } from './sign-in/sign-in.ts'
import { tokenOperations } from './sign-in/tokens.ts'
import { shortUrlOperations } from './pages/short-urls.ts'
import { sharedReportOperations } from './pages/shared-report.ts'
import { pageOperations, siteOperations } from './pages/site-script.ts'

// Most worlds have no surveys.
const surveyPages = async () => (await import('./pages/surveys.ts')).surveyOperations

/** All operations of the contract of public pages. A missing handler does not compile. */
export const publicOperations: PublicOperations = {
  ...subscriptionOperations,
  ...siteOperations,
  ...exportOperations,
  ...fileOperations,
  ...mediaOperations,
  ...signInOperations,
  ...tokenOperations,
  ...pageOperations,
  showSurvey: async (call) => (await surveyPages()).showSurvey(call),
  answerSurvey: async (call) => (await surveyPages()).answerSurvey(call),
  ...errorOperations,
  ...sharedReportOperations,
  ...campaignPageOperations,
  ...shortUrlOperations,
  ...profileOperations,
  ...forwardOperations,
}
