import { edgeAnswers } from '../../../kernel/contract/generated/edge-answers.ts'
import type { Schemas } from '../../client/contract.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { type ToolAnswer, call, dataLine } from '../answer.ts'
import { declareFunction, declareOperation, worldIdIn } from '../tool.ts'

export const createFault = declareOperation({
  name: 'create_fault',
  title: 'Make calls fail',
  description:
    'Makes calls of a world fail or slow down: which (`match`), when (`when`) and how (`effect`), to see how the application copes. ' +
    `Without \`match\` it affects every call, without \`when\` always. Presets of \`answer\`: ${Object.keys(edgeAnswers).join(', ')}.`,
  operation: 'createFault',
  changes: 'world',
  show: (made, { world }) =>
    showFault(world, 'Fault', made, [
      'Run the application.',
      `${call('list_requests', { world })} then shows which calls it hit ("fault": ${made.id}).`,
    ]),
})

export const createDeliveryFault = declareOperation({
  name: 'create_delivery_fault',
  title: 'Make webhooks go wrong',
  description:
    'Makes webhooks of a world come twice (`duplicate`), never (`drop`), out of order (`reorder`), late (`delay`) or without fields ' +
    '(`omit`), to see how the receiver copes.',
  operation: 'createDeliveryFault',
  changes: 'world',
  show: (made, { world }) =>
    showFault(world, 'Delivery fault', made, [
      'Cause webhooks, by the application or by a trigger.',
      `${call('list_deliveries', { world })} then shows them.`,
    ]),
})

/** The answer of a tool that has created a fault, of calls or of deliveries. */
function showFault(world: string, what: string, made: Schemas['Fault' | 'DeliveryFault'], next: readonly string[]): ToolAnswer {
  return {
    headline: `${what} ${made.id} is armed in the world ${world}.`,
    data: [dataLine(made)],
    next: [...next, `${call('delete_faults', { world })} removes all faults.`],
  }
}

export const deleteFaults = declareFunction({
  name: 'delete_faults',
  title: 'Delete all faults',
  description:
    'Deletes all faults of a world, of calls and of webhooks, so that all works again; outages are over. Answers with how often each had fired.',
  operations: ['deleteFaults', 'deleteDeliveryFaults'],
  takes: ['world'],
  changes: 'world',
  isDestructive: true,
  async run({ world: id }, { maildouble }) {
    const world = await maildouble.worlds.get(worldIdIn({ world: id }))
    const [faults, ofDeliveries] = [await world.faults.list(), await world.deliveryFaults.list()]
    await world.faults.clear()
    await world.deliveryFaults.clear()
    return {
      headline: `Deleted ${formatCount(faults.length, 'fault')} and ${formatCount(ofDeliveries.length, 'delivery fault')} of the world ${world.id}.`,
      data: [...faults, ...ofDeliveries].map((fault) => dataLine(fault)),
      noun: 'faults',
      next: [`${call('list_requests', { world: world.id, refused: true })} shows the calls that failed.`],
    }
  },
})

export const startOutage = declareOperation({
  name: 'start_outage',
  description:
    'Starts an outage that the scenario of a world names: a set of faults of calls and of webhooks, as a real outage has. A wrong name is ' +
    'answered with the names that exist; `read_state` of the table `outages` shows them.',
  operation: 'startOutage',
  changes: 'world',
  show: (started, { world, outage }) => ({
    headline: `The outage is active in the world ${world}.`,
    data: [outageLine(started)],
    next: ['Run the application.', `${call('end_outage', { world, outage })} ends it.`],
  }),
})

export const endOutage = declareOperation({
  name: 'end_outage',
  description: 'Ends an outage of a world: deletes its faults, and lets go of the batches that they hold.',
  operation: 'endOutage',
  changes: 'world',
  show: (ended, { world }) => ({
    headline: `The outage is over in the world ${world}.`,
    data: [outageLine(ended)],
    next: [`${call('list_requests', { world, refused: true })} shows the calls that failed.`],
  }),
})

function outageLine({ outage, active, faults, delivery_faults, consists_of }: Schemas['Outage']): string {
  return dataLine({ outage, active, faults, delivery_faults, consists_of })
}

export const listFaults = declareFunction({
  name: 'list_faults',
  title: 'List faults',
  description: 'Lists the faults of a world, of calls and of webhooks, with how often each matched (`seen`) and fired.',
  operations: ['getFaults', 'getDeliveryFaults'],
  takes: ['world'],
  changes: 'nothing',
  async run({ world: id }, { maildouble }) {
    const world = await maildouble.worlds.get(worldIdIn({ world: id }))
    const [faults, ofDeliveries] = [await world.faults.list(), await world.deliveryFaults.list()]
    return {
      headline: `The world ${world.id} has ${formatCount(faults.length, 'fault')} and ${formatCount(ofDeliveries.length, 'delivery fault')}.`,
      data: [
        ...faults.map((fault) => dataLine({ fault: fault.id, ...fault })),
        ...ofDeliveries.map((fault) => dataLine({ delivery_fault: fault.id, ...fault })),
      ],
      noun: 'faults',
      next: ['create_fault makes calls fail, create_delivery_fault webhooks; delete_faults removes all faults.'],
    }
  },
})
