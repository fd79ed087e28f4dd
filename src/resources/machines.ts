import { accountExportMachine } from './account-exports/machine.ts'
import { batchMachine } from './batches/machine.ts'
import { phoneContactMachine } from './contacts/machine.ts'
import { deliveryMachine } from './deliveries/delivery.ts'
import { landingPageMachine } from './landing-pages/machine.ts'
import { memberMachine } from './members/machine.ts'
import { codeMachine, tokenMachine } from './oauth/machine.ts'
import { templateMachine } from './templates/machine.ts'
import { verifiedDomainMachine } from './verified-domains/machine.ts'

/** All state machines, for code that prints or checks them. */
export const machines = [
  accountExportMachine,
  batchMachine,
  deliveryMachine,
  memberMachine,
  phoneContactMachine,
  codeMachine,
  tokenMachine,
  verifiedDomainMachine,
  landingPageMachine,
  templateMachine,
] as const
