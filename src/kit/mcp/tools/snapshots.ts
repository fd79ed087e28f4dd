import type { Schemas } from '../../client/contract.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { call, dataLine } from '../answer.ts'
import { declareOperation } from '../tool.ts'

export const listSnapshots = declareOperation({
  name: 'list_snapshots',
  description: 'Lists the snapshots of a world, to which restore_snapshot returns and with which diff compares.',
  operation: 'getSnapshots',
  changes: 'nothing',
  show: ({ snapshots }, { world }) => ({
    headline: `The world ${world} has ${formatCount(snapshots.length, 'snapshot')}.`,
    data: snapshots.map(snapshotLine),
    noun: 'snapshots',
    next: [`${call('take_snapshot', { world, name: 'before' })} takes one.`],
  }),
})

export const takeSnapshot = declareOperation({
  name: 'take_snapshot',
  description: 'Keeps the state of a world under a name, to return to it later. A snapshot of the same name is replaced.',
  operation: 'takeSnapshot',
  changes: 'world',
  show: (snapshot, { world, name }) => ({
    headline: `A snapshot of the world ${world}.`,
    data: [snapshotLine(snapshot)],
    next: [
      `${call('restore_snapshot', { world, name })} returns to it.`,
      `${call('diff', { world, from: name })} shows what has changed since.`,
    ],
  }),
})

export const restoreSnapshot = declareOperation({
  name: 'restore_snapshot',
  title: 'Return to a snapshot',
  description: 'Returns a world to the state of a snapshot: data, clock, faults. The calls in its log stay.',
  operation: 'restoreSnapshot',
  changes: 'world',
  isDestructive: true,
  show: ({ now, clock }, { world, name }) => ({
    headline: `The world ${world} is as it was at the snapshot.`,
    data: [dataLine({ snapshot: name, now, clock: clock.mode })],
    next: [`${call('read_state', { world })} shows its data.`],
  }),
})

export const deleteSnapshot = declareOperation({
  name: 'delete_snapshot',
  description: 'Deletes a snapshot of a world. The world itself stays as it is.',
  operation: 'deleteSnapshot',
  changes: 'world',
  isDestructive: true,
  show: (_, { world, name }) => ({
    headline: `The world ${world} no longer has the snapshot.`,
    data: [dataLine({ snapshot: name })],
    next: [`${call('list_snapshots', { world })} lists those that are left.`],
  }),
})

function snapshotLine({ name, at, rows }: Schemas['Snapshot']): string {
  return dataLine({ snapshot: name, at, rows })
}
