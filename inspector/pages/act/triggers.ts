import type { Schemas } from '../../../src/kit/client/contract.ts'
import { call } from '../../connection.ts'
import { type Loaded, useLoad } from '../../load.ts'
import { type FormValue, type JsonSchema, plainSchema } from '../../schema.ts'
import { useWorld } from '../../world.ts'

export type Trigger = Schemas['TriggerCollection']['triggers'][number]

export function useTriggers(): Loaded<readonly Trigger[]> {
  const { id: world } = useWorld()
  return useLoad(`triggers ${world}`, async (signal) => (await call('getTriggers', world, { signal })).triggers)
}

/** Triggers by their groups, in the order of the contract. */
export function groupsOf(triggers: readonly Trigger[]): readonly (readonly [group: string, triggers: readonly Trigger[]])[] {
  const names = [...new Set(triggers.map(({ group }) => group))]
  return names.map((name) => [name, triggers.filter(({ group }) => group === name)])
}

/** The triggers that can be about a row, with the members of their bodies that follow from the row. */
export function triggersAbout(
  triggers: readonly Trigger[],
  table: string,
  row: FormValue,
): readonly { readonly trigger: Trigger; readonly given: FormValue }[] {
  return triggers.flatMap((trigger) => {
    const { properties = {} }: JsonSchema = trigger.schema
    const given = Object.entries(properties).flatMap(([name, member]) => {
      const picks = plainSchema(member)['x-picks']
      if (picks?.table === table) return [[name, row[picks.field]] as const]
      const owner = name === 'list_id' || name === 'store_id' ? row[name] : undefined
      return typeof owner === 'string' && owner !== '' ? [[name, owner] as const] : []
    })
    const isAbout = Object.values(properties).some((member) => plainSchema(member)['x-picks']?.table === table)
    return isAbout ? [{ trigger, given: Object.fromEntries(given) }] : []
  })
}
