import { errorOperations } from './errors-page.ts'
import { exportOperations } from './export-archive.ts'
import { fileOperations } from './files.ts'
import { subscriptionOperations } from './subscriptions.ts'
import type { PublicOperations } from './operation.ts'
import { signInOperations } from './sign-in.ts'
import { tokenOperations } from './tokens.ts'
import { sharedReportOperations } from './shared-report.ts'
import { pageOperations } from './pages.ts'
import { siteOperations } from './site-script.ts'

/** The table of contents: one handler for each operation of the contract of public pages. A missing one does not compile. */
export const publicOperations: PublicOperations = {
  ...subscriptionOperations,
  ...siteOperations,
  ...exportOperations,
  ...fileOperations,
  ...signInOperations,
  ...tokenOperations,
  ...pageOperations,
  ...errorOperations,
  ...sharedReportOperations,
}
