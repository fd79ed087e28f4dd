import { counted } from '../../client/wording.ts'
import { call, dataLine } from '../answer.ts'
import { defineTool, worldOf } from '../tool.ts'

export const triggerTool = defineTool({
  name: 'run_trigger',
  title: 'Simulate subscribers and administrators',
  description:
    'Simulates what subscribers, administrators and the outside world do: a member confirms, leaves, opens, clicks or replies, an email ' +
    'bounces, a domain is verified. It happens now in the time of the world, with its webhooks and other consequences.',
  operations: ['runTrigger'],
  needs: ['trigger'],
  takes: ['world'],
  own: { parameters: 'The parameters of the trigger, such as {"list_id": "3eb0000001", "email_address": "ada@acme.test"}' },
  changes: 'world',
  async run({ world: id, trigger, parameters = {} }, { maildouble }) {
    const world = await maildouble.worlds.get(worldOf({ world: id }))
    const { events, deliveries, changed, trigger: name, ...others } = await world.trigger(trigger, parameters)
    return {
      headline: `${name} happened in the world ${world.id}: ${counted(changed.length, 'thing')} changed, ${counted(deliveries.length, 'webhook')} caused.`,
      data: [
        ...changed.map((each) => dataLine({ changed: each.entity, id: each.id, list_id: each.list_id })),
        ...events.map((each) => dataLine(each)),
        dataLine({ deliveries, ...others }),
      ],
      noun: 'changes and events',
      next: [
        deliveries.length === 0
          ? 'No webhook is registered for it. why shows what changed a thing.'
          : `${call('list_deliveries', { world: world.id })} shows what the receivers answered.`,
      ],
    }
  },
})
