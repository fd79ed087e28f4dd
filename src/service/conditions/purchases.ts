import {
  type ConditionAudience,
  type AnyCondition,
  type ConditionKind,
  type ConditionOf,
  not,
  type MemberPredicate,
  type ProductNames,
} from './condition.ts'
import { textOperators } from './text-operators.ts'

export const ecommPurchased: ConditionKind<'EcommPurchased'> = {
  about: { words: ['ecomm_purchased'] },
  ops: {
    member: (_condition, audience) => isBuyer(audience),
    notmember: (_condition, audience) => not(isBuyer(audience)),
  },
}

export const ecommStore: ConditionKind<'EcommStore'> = {
  about: { words: ['ecomm_store'] },
  ops: {
    is: ({ value }, audience) => boughtIn(audience, value),
    not: ({ value }, audience) => not(boughtIn(audience, value)),
  },
}

type CategoryCondition = ConditionOf<'EcommCategory'>

export const ecommCategory: ConditionKind<'EcommCategory'> = {
  about: { words: ['ecomm_cat', 'ecomm_prod'] },
  ops: {
    is: bought('is'),
    not: (condition, audience) => not(bought('is')(condition, audience)),
    contains: bought('contains'),
    notcontain: (condition, audience) => not(bought('contains')(condition, audience)),
    starts: bought('starts'),
    ends: bought('ends'),
  },
}

type NumberCondition = ConditionOf<'EcommNumber'>

export const ecommNumber: ConditionKind<'EcommNumber'> = {
  about: { words: ['ecomm_spent_avg', 'ecomm_orders', 'ecomm_prod_all', 'ecomm_avg_ord'] },
  ops: {
    is: compared((figure, value) => figure === value),
    not: (condition, audience) => not(compared((figure, value) => figure === value)(condition, audience)),
    greater: compared((figure, value) => figure > value),
    less: compared((figure, value) => figure < value),
  },
}

export const ecommSpent: ConditionKind<'EcommSpent'> = {
  about: { words: ['ecomm_spent_one', 'ecomm_spent_all'] },
  ops: {
    greater({ field, value }, audience) {
      const purchases = audience.purchases()
      const figure = field === 'ecomm_spent_one' ? 'largest' : 'spent'
      return ({ contact_id }) => (purchases.get(contact_id)?.[figure] ?? Number.NaN) > value
    },
    less({ field, value }, audience) {
      const purchases = audience.purchases()
      const figure = field === 'ecomm_spent_one' ? 'smallest' : 'spent'
      return ({ contact_id }) => (purchases.get(contact_id)?.[figure] ?? Number.NaN) < value
    },
  },
}

/** Whether the members that match a condition depend on orders. */
export function dependsOnOrders({ field }: AnyCondition): boolean {
  return field.startsWith('ecomm_')
}

function isBuyer(audience: ConditionAudience): MemberPredicate {
  const purchases = audience.purchases()
  return ({ contact_id }) => purchases.get(contact_id) !== undefined
}

function boughtIn(audience: ConditionAudience, store_id: string): MemberPredicate {
  const purchases = audience.purchases()
  return ({ contact_id }) => purchases.get(contact_id)?.stores.includes(store_id) ?? false
}

/** Whether a member bought a product whose title or category passes a test. Each product is tested once. */
function bought(op: 'is' | 'contains' | 'starts' | 'ends') {
  return ({ field, value }: CategoryCondition, audience: ConditionAudience): MemberPredicate => {
    const test = textOperators[op](value)
    // A product without a category matches no text.
    const passes = rememberResults(
      field === 'ecomm_prod' ? ({ title }) => test(title) : ({ category }) => category !== '' && test(category),
    )
    const baskets = audience.baskets()
    return ({ contact_id }) => baskets.get(contact_id)?.products.some(passes) ?? false
  }
}

function rememberResults(test: (product: ProductNames) => boolean): (product: ProductNames) => boolean {
  const results = new Map<ProductNames, boolean>()
  return (product) => {
    let result = results.get(product)
    if (result === undefined) results.set(product, (result = test(product)))
    return result
  }
}

/** Compares a figure of a member with the value of a condition. Averages of no orders match nothing. */
function compared(compare: (figure: number, value: number) => boolean) {
  return ({ field, value }: NumberCondition, audience: ConditionAudience): MemberPredicate => {
    const read = figures[field](audience)
    return ({ contact_id }) => compare(read(contact_id), value)
  }
}

/** Returns the figure of a contact; NaN for an average of no orders. */
type ReadFigure = (contact_id: string) => number

const figures: { readonly [Field in NumberCondition['field']]: (audience: ConditionAudience) => ReadFigure } = {
  ecomm_orders(audience) {
    const purchases = audience.purchases()
    return (contact_id) => purchases.get(contact_id)?.orders ?? 0
  },
  ecomm_prod_all(audience) {
    const baskets = audience.baskets()
    return (contact_id) => baskets.get(contact_id)?.items ?? 0
  },
  ecomm_avg_ord(audience) {
    const [purchases, baskets] = [audience.purchases(), audience.baskets()]
    return (contact_id) => (baskets.get(contact_id)?.items ?? 0) / (purchases.get(contact_id)?.orders ?? 0)
  },
  ecomm_spent_avg(audience) {
    const purchases = audience.purchases()
    return (contact_id) => {
      const found = purchases.get(contact_id)
      return found ? found.spent / found.orders : Number.NaN
    }
  },
}
