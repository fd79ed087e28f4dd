import { accountExportMachine } from '../model/account-exports/machine.ts'
import { automationEmailMachine, automationMachine } from '../model/automations/machine.ts'
import { batchMachine } from './batches/machine.ts'
import { campaignMachine } from '../model/campaigns/machine.ts'
import { phoneContactMachine } from '../model/contacts/phone-contact.ts'
import { deliveryMachine } from '../model/deliveries/delivery.ts'
import { landingPageMachine } from '../model/landing-pages/machine.ts'
import { memberMachine } from './members/machine.ts'
import { codeMachine, tokenMachine } from '../model/oauth/machine.ts'
import { surveyMachine } from '../model/surveys/machine.ts'
import { templateMachine } from '../model/templates/machine.ts'
import { verifiedDomainMachine } from '../model/verified-domains/machine.ts'

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
