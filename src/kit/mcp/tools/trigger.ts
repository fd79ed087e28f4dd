import type { Schemas } from '../../client/contract.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import type { World } from '../../client/world.ts'
import { call, dataLine } from '../answer.ts'
import { declareFunction, worldIdIn } from '../tool.ts'
import { nonEventLines } from './history.ts'

export const triggerTool = declareFunction({
  name: 'run_trigger',
  title: 'Simulate subscribers and administrators',
  description:
    'Simulates what subscribers, administrators and the outside world do: a member confirms, leaves, opens, clicks or replies, an email ' +
    'bounces, a customer orders or fills a cart, a domain is verified. It happens now in the time of the world, with its webhooks and other consequences.',
  operations: ['runTrigger'],
  needs: ['trigger'],
  takes: ['world'],
  own: { parameters: 'The parameters of the trigger, such as {"list_id": "3eb0000001", "email_address": "ada@acme.test"}' },
  changes: 'world',
  async run({ world: id, trigger, parameters = {} }, { maildouble }) {
    const world = await maildouble.worlds.get(worldIdIn({ world: id }))
    const { events, deliveries, changed, trigger: name, ...others } = await world.trigger(trigger, parameters)
    const nonEvents = deliveries.length === 0 ? await readNonEvents(world) : []
    return {
      headline: `${name} happened in the world ${world.id}: ${formatCount(changed.length, 'thing')} changed, ${formatCount(deliveries.length, 'webhook')} caused.`,
      data: [
        ...changed.map((each) => dataLine({ changed: each.entity, id: each.id, list_id: each.list_id })),
        ...events.map((each) => dataLine(each)),
        dataLine({ deliveries, ...others }),
        ...nonEventLines(nonEvents),
      ],
      noun: 'changes and events',
      next: [
        deliveries.length === 0
          ? 'There was no webhook. why shows what changed a thing.'
          : `${call('list_deliveries', { world: world.id })} shows what the receivers answered.`,
      ],
    }
  },
})

/** What the latest trigger did not cause. */
async function readNonEvents(world: World): Promise<Schemas['Why']['non_events']> {
  const [change] = await world.changes({ cause: 'trigger', order: 'desc', limit: 1 })
  return change ? (await world.why({ entity: 'change', id: String(change.event) })).non_events : []
}
