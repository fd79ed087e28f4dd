import type { AutomationPlan } from '../../src/service/rules/automations/plan.ts'
import { campaigns } from '../../src/service/model/campaigns/campaign.ts'
import { products } from '../../src/service/model/products/product.ts'
import { segments } from '../../src/service/model/segments/segment.ts'
import { type StoreRow, stores } from '../../src/service/model/stores/store.ts'
import type { TriggerFields } from '../../src/service/triggers/trigger.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import type { Dice } from './dice.ts'

type Plan = TriggerFields<'automation.create'>

/** Types of workflows about people and campaigns. */
const TYPES: readonly AutomationPlan['workflow_type'][] = [
  'api',
  'welcomeSeries',
  'tagAdd',
  'groupAdd',
  'dateAdded',
  'singleWelcome',
  'emailFollowup',
]

/** Types of workflows about carts, products and purchases. */
export const SHOP_TYPES: readonly AutomationPlan['workflow_type'][] = [
  'abandonedCart',
  'abandonedBrowse',
  'purchaseFollowup',
  'productFollowup',
  'categoryFollowup',
  'bestCustomers',
]

/** An automation of a list with up to three emails, which is mostly started. It is about a store if the list has one, in half of the cases. */
export function automationPlan(dice: Dice, tx: Tx, list_id: string): Plan {
  const ofList = tx.range(stores.byList, { list_id }).all()
  if (ofList.length > 0 && dice.often(50)) return shopPlan(dice, tx, dice.oneOf(ofList))
  const workflow_type = dice.oneOf([...TYPES, 'abandonedCart', 'abandonedBrowse', 'purchaseFollowup'] as const)
  const [campaign] = tx.range(campaigns.byList, { list_id }).all()
  return {
    ...partsOf(dice, tx, list_id),
    workflow_type,
    imports: dice.often(80),
    ...(workflow_type === 'emailFollowup' && campaign ? { campaign_id: campaign.id } : {}),
  }
}

/** An automation about a store, or about all stores of its list. */
export function shopPlan(dice: Dice, tx: Tx, { id: store_id, list_id }: StoreRow): Plan {
  const workflow_type = dice.oneOf(SHOP_TYPES)
  const [product] = tx.range(products.inStore, { store_id }).all()
  return {
    ...partsOf(dice, tx, list_id),
    workflow_type,
    ...(dice.often(75) ? { store_id } : {}),
    ...(workflow_type === 'purchaseFollowup' ? { first_only: dice.often(50) } : {}),
    ...(workflow_type === 'productFollowup' ? { product_id: product?.id ?? 'none' } : {}),
    ...(workflow_type === 'categoryFollowup' ? { category: dice.oneOf(['acme', 'HATTERS']) } : {}),
    ...(workflow_type === 'bestCustomers' ? dice.oneOf([{ orders: 2 }, { spent: 17 }, { orders: 2, spent: 30 }]) : {}),
  }
}

const ACTIONS = ['previous_campaign_sent', 'previous_campaign_opened', 'previous_campaign_not_clicked_any'] as const

/** What plans of every type have. */
function partsOf(dice: Dice, tx: Tx, list_id: string): Omit<Plan, 'workflow_type'> {
  const ofList = tx.range(segments.onList, { list_id }).all()
  const segment = ofList.length > 0 && dice.often(20) ? dice.oneOf(ofList) : undefined
  const email = (place: number) => ({
    subject_line: dice.oneOf(['Welcome', 'Ärger & <b> *|FNAME|*']),
    from_name: 'Acme',
    reply_to: 'news@acme.test',
    html: '<p>Dear *|FNAME|*, <a href="https://acme.test/a">hats</a></p>',
    ...(segment ? { segment: segment.name } : {}),
    ...(place > 0 || dice.often(60)
      ? {
          delay: {
            amount: dice.oneOf([0, 1, 3]),
            type: dice.oneOf(['hour', 'day'] as const),
            ...(place > 0 ? { action: dice.oneOf(ACTIONS) } : dice.often(25) ? { action: 'ecomm_not_bought_any' as const } : {}),
          },
        }
      : {}),
  })
  return {
    list_id,
    status: dice.oneOf(['sending', 'sending', 'sending', 'paused', 'save']),
    ...(dice.often(20) ? { runtime: { hours: 'send_between', from: 9, until: 17, days: ['monday', 'thursday'] } } : {}),
    emails: [0, 1, 2].slice(0, dice.oneOf([1, 2, 3])).map(email),
  }
}
