import type { Schemas } from '../../client/contract.ts'
import { formatCount } from '../../../kernel/support/format-count.ts'
import { call, dataLine } from '../answer.ts'
import { defineTool, worldOf } from '../tool.ts'

export const listSnapshots = defineTool({
  name: 'list_snapshots',
  title: 'List snapshots',
  description: 'Lists the snapshots of a world, to which restore_snapshot returns and with which diff compares.',
  operations: ['getSnapshots'],
  takes: ['world'],
  changes: 'nothing',
  async run({ world: id }, { maildouble }) {
    const world = await maildouble.worlds.get(worldOf({ world: id }))
    const found = await world.snapshots.list()
    return {
      headline: `The world ${world.id} has ${formatCount(found.length, 'snapshot')}.`,
      data: found.map(snapshotLine),
      noun: 'snapshots',
      next: [`${call('take_snapshot', { world: world.id, name: 'before' })} takes one.`],
    }
  },
})

export const takeSnapshot = defineTool({
  name: 'take_snapshot',
  title: 'Take a snapshot',
  description: 'Keeps the state of a world under a name, to return to it later. A snapshot of the same name is replaced.',
  operations: ['takeSnapshot', 'getWorld'],
  needs: ['name'],
  takes: ['world'],
  changes: 'world',
  async run({ world: id, name }, { maildouble }) {
    const world = await maildouble.worlds.get(worldOf({ world: id }))
    return {
      headline: `A snapshot of the world ${world.id}.`,
      data: [snapshotLine(await world.snapshots.take(name))],
      next: [
        `${call('restore_snapshot', { world: world.id, name })} returns to it.`,
        `${call('diff', { world: world.id, from: name })} shows what has changed since.`,
      ],
    }
  },
})

export const restoreSnapshot = defineTool({
  name: 'restore_snapshot',
  title: 'Return to a snapshot',
  description: 'Returns a world to the state of a snapshot: data, clock, faults. The calls in its log stay.',
  operations: ['restoreSnapshot'],
  needs: ['name'],
  takes: ['world'],
  changes: 'world',
  isDestructive: true,
  async run({ world: id, name }, { maildouble }) {
    const world = await maildouble.worlds.get(worldOf({ world: id }))
    await world.restore(name)
    const { now, clock } = await world.status()
    return {
      headline: `The world ${world.id} is as it was at the snapshot.`,
      data: [dataLine({ snapshot: name, now, clock: clock.mode })],
      next: [`${call('read_state', { world: world.id })} shows its data.`],
    }
  },
})

export const deleteSnapshot = defineTool({
  name: 'delete_snapshot',
  title: 'Delete a snapshot',
  description: 'Deletes a snapshot of a world. The world itself stays as it is.',
  operations: ['deleteSnapshot'],
  needs: ['name'],
  takes: ['world'],
  changes: 'world',
  isDestructive: true,
  async run({ world: id, name }, { maildouble }) {
    const world = await maildouble.worlds.get(worldOf({ world: id }))
    await world.snapshots.delete(name)
    return {
      headline: `The world ${world.id} no longer has the snapshot.`,
      data: [dataLine({ snapshot: name })],
      next: [`${call('list_snapshots', { world: world.id })} lists those that are left.`],
    }
  },
})

function snapshotLine({ name, at, rows }: Schemas['Snapshot']): string {
  return dataLine({ snapshot: name, at, rows })
}
