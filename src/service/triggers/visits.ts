import type { ControlSchemas } from '../../kernel/contract/control.ts'
import pools from '../../kernel/contract/generated/pools.json' with { type: 'json' }
import type { ReadTx, Tx } from '../../kernel/world/tx.ts'
import { customers } from '../model/customers/customer.ts'
import { shoppers } from '../model/triggers/engagement.ts'
import { chooseShopping, makeDraw, planStep } from './shopping.ts'

/** A visitor comes to a store without a campaign, and the next one is scheduled. */
export function runVisit(tx: Tx, store_id: string): void {
  const row = tx.first(shoppers.key, { store_id })
  if (!row?.visits || tx.nowMs > row.visits.until) return
  const { every, new: fresh, opt_in } = row.visits
  const draw = makeDraw(tx)
  tx.schedule('timeline.visit', 1000 * (1 + Math.floor((draw() * 2 * every) / 1000)), store_id)
  const visitor = (draw() >= fresh && chooseCustomer(tx, store_id, draw)) || makeStranger(tx, store_id, opt_in, draw)
  const body = chooseShopping(tx, row, visitor, draw)
  if (body) planStep(tx, 0, { body })
}

type Visitor = ControlSchemas['TriggerCustomer']

function chooseCustomer(tx: ReadTx, store_id: string, draw: () => number): Visitor | undefined {
  const known = tx.range(customers.inStore, { store_id })
  const place = Math.floor(draw() * known.count)
  const [customer] = known.slice(place, place + 1)
  return customer && { id: customer.id }
}

function makeStranger(tx: ReadTx, store_id: string, opt_in: number, draw: () => number): Visitor {
  const pick = (all: readonly string[]): string => all[Math.floor(draw() * all.length)] ?? ''
  const [first_name, last_name] = [pick(pools.first_names), pick(pools.last_names)]
  const letters = `${first_name}.${last_name}`.toLowerCase().replace(/[^a-z.]/g, '')
  const number = tx.range(customers.inStore, { store_id }).count + 1
  const email_address = `${letters}.${number}@${pick(pools.domains)}`
  return { email_address, first_name, last_name, opt_in_status: draw() < opt_in }
}
