import { automations } from '../../../src/service/model/automations/automation.ts'
import { lists } from '../../../src/service/model/lists/list.ts'
import { members } from '../../../src/service/model/members/member.ts'
import { stores } from '../../../src/service/model/stores/store.ts'
import type { Tx } from '../../../src/kernel/world/tx.ts'
import { ADDRESSES } from './audience.ts'
import type { Bodies } from './bodies.ts'
import type { Dice } from '../dice.ts'

/** Mostly the address of a member of a list that has an automation. */
const address = (dice: Dice, tx: Tx) => {
  const workflows = tx.range(automations.key).all()
  const known = workflows.flatMap(({ list_id }) => tx.range(members.byStatus, { list_id, status: 'subscribed' }).all())
  return known.length > 0 && dice.often(80) ? dice.oneOf(known).email_address : dice.oneOf(ADDRESSES)
}

/** Bodies for operations on automations; some are invalid. */
export const automationBodies: Bodies = {
  createAutomation: (dice, tx) => {
    const all = tx.range(lists.key).all()
    return {
      recipients: {
        list_id: all.length > 0 ? dice.oneOf(all).id : 'ffffffffff',
        store_id: dice.oneOf([
          'shop',
          ...tx
            .range(stores.key)
            .all()
            .map(({ id }) => id),
        ]),
      },
      trigger_settings: { workflow_type: dice.oneOf(['abandonedCart', 'abandonedCart', 'api']) },
      ...(dice.often(50) ? { settings: { from_name: 'Acme', reply_to: dice.oneOf(['news@acme.test', 'nobody']) } } : {}),
    }
  },
  updateAutomationEmail: (dice) => ({
    ...(dice.often(80) ? { settings: { subject_line: dice.oneOf(['Hello', '', 'Welcome']), title: 'Mail' } } : {}),
    ...(dice.often(20) ? { delay: { amount: 2, type: 'hour', action: dice.oneOf(['signup', 'odd']) } } : {}),
  }),
  addToAutomationQueue: (dice, tx) => ({ email_address: address(dice, tx) }),
  removeSubscriber: (dice, tx) => ({ email_address: address(dice, tx) }),
}
