import type { Schemas } from '../../../src/kit/client/contract.ts'
import { call } from '../../connection.ts'
import { type Loaded, useLoad } from '../../load.ts'
import { type FormValue, type JsonSchema, plainSchema } from '../../schema.ts'
import { useWorld } from '../../world.ts'

export type ListedTrigger = Schemas['TriggerCollection']['triggers'][number]

export function useTriggers(): Loaded<readonly ListedTrigger[]> {
  const { id: world } = useWorld()
  return useLoad(`triggers ${world}`, async (signal) => (await call('getTriggers', world, { signal })).triggers)
}

/** Triggers by their groups, in the order of the contract. */
export function groupTriggers(
  triggers: readonly ListedTrigger[],
): readonly (readonly [group: string, triggers: readonly ListedTrigger[]])[] {
  const names = [...new Set(triggers.map(({ group }) => group))]
  return names.map((name) => [name, triggers.filter(({ group }) => group === name)])
}

/** The triggers that can be about a row, with the members of their bodies that follow from the row: of several that pick alike, the first required one. */
export function triggersAbout(
  triggers: readonly ListedTrigger[],
  table: string,
  row: FormValue,
): readonly { readonly trigger: ListedTrigger; readonly given: FormValue }[] {
  return triggers.flatMap((trigger) => {
    const { properties = {}, required = [] }: JsonSchema = trigger.schema
    const picking = Object.entries(properties).flatMap(([name, member]) => {
      const picks = plainSchema(member)['x-picks']
      return picks?.table === table ? [{ name, field: picks.field }] : []
    })
    const about = picking.filter(({ name, field }) => {
      const alike = picking.filter((each) => each.field === field)
      return (alike.length === 1 ? alike[0] : alike.find((each) => required.includes(each.name)))?.name === name
    })
    const owners = ['list_id', 'store_id'].filter(
      (name) => name in properties && typeof row[name] === 'string' && row[name] !== '',
    )
    const given = [...owners.map((name) => [name, row[name]]), ...about.map(({ name, field }) => [name, row[field]])]
    return about.length > 0 ? [{ trigger, given: Object.fromEntries(given) as FormValue }] : []
  })
}
