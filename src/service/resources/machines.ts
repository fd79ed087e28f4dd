import { accountExportMachine } from './account-exports/machine.ts'
import { automationEmailMachine, automationMachine } from './automations/machine.ts'
import { batchMachine } from './batches/machine.ts'
import { campaignMachine } from './campaigns/machine.ts'
import { phoneContactMachine } from './contacts/phone-contact.ts'
import { deliveryMachine } from './deliveries/delivery.ts'
import { landingPageMachine } from './landing-pages/machine.ts'
import { memberMachine } from './members/machine.ts'
import { codeMachine, tokenMachine } from './oauth/machine.ts'
import { surveyMachine } from './surveys/machine.ts'
import { templateMachine } from './templates/machine.ts'
import { verifiedDomainMachine } from './verified-domains/machine.ts'

/** All state machines, for docs and tests. No code of the server needs the list, so it is not part of the manifests. */
export const machines = [
  accountExportMachine,
  automationMachine,
  automationEmailMachine,
  batchMachine,
  campaignMachine,
  deliveryMachine,
  memberMachine,
  phoneContactMachine,
  codeMachine,
  tokenMachine,
  verifiedDomainMachine,
  landingPageMachine,
  surveyMachine,
  templateMachine,
] as const
