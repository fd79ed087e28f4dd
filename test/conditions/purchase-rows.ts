import { match, type Row } from './row.ts'

const ada = { contact_id: 'ada' }
const bob = { contact_id: 'bob' }
/** A member without orders. */
const eve = { contact_id: 'eve' }

/** Conditions on what members bought. */
export const purchaseRows: readonly Row[] = [
  [match('EcommPurchased', 'ecomm_purchased', 'member'), [ada, bob], [eve]],
  [match('EcommPurchased', 'ecomm_purchased', 'notmember'), [eve], [ada, bob]],

  [match('EcommStore', 'ecomm_store', 'is', 'shop'), [ada], [bob, eve]],
  [match('EcommStore', 'ecomm_store', 'is', 'outlet'), [ada, bob], [eve]],
  [match('EcommStore', 'ecomm_store', 'is', 'Shop'), [], [ada, bob, eve]],
  [match('EcommStore', 'ecomm_store', 'not', 'shop'), [bob, eve], [ada]],
  [match('EcommStore', 'ecomm_store', 'not', 'unknown'), [ada, bob, eve], []],

  [match('EcommCategory', 'ecomm_cat', 'is', 'ACME'), [ada], [bob, eve]],
  [match('EcommCategory', 'ecomm_cat', 'is', ''), [], [ada, bob, eve]],
  [match('EcommCategory', 'ecomm_cat', 'not', 'acme'), [bob, eve], [ada]],
  [match('EcommCategory', 'ecomm_cat', 'contains', 'glass'), [ada], [bob, eve]],
  [match('EcommCategory', 'ecomm_cat', 'notcontain', 'glass'), [bob, eve], [ada]],
  [match('EcommCategory', 'ecomm_cat', 'starts', 'ac'), [ada], [bob, eve]],
  [match('EcommCategory', 'ecomm_cat', 'ends', '& co'), [ada], [bob, eve]],
  [match('EcommCategory', 'ecomm_prod', 'is', 'blue hat'), [ada], [bob, eve]],
  [match('EcommCategory', 'ecomm_prod', 'not', 'Blue hat'), [bob, eve], [ada]],
  [match('EcommCategory', 'ecomm_prod', 'contains', 'P'), [ada, bob], [eve]],
  [match('EcommCategory', 'ecomm_prod', 'notcontain', 'cup'), [bob, eve], [ada]],
  [match('EcommCategory', 'ecomm_prod', 'starts', 'pe'), [bob], [ada, eve]],
  [match('EcommCategory', 'ecomm_prod', 'ends', 'HAT'), [ada], [bob, eve]],

  [match('EcommNumber', 'ecomm_orders', 'is', 0), [eve], [ada, bob]],
  [match('EcommNumber', 'ecomm_orders', 'not', 2), [bob, eve], [ada]],
  [match('EcommNumber', 'ecomm_orders', 'greater', 1), [ada], [bob, eve]],
  [match('EcommNumber', 'ecomm_orders', 'less', 1), [eve], [ada, bob]],
  [match('EcommNumber', 'ecomm_prod_all', 'is', 5), [ada], [bob, eve]],
  [match('EcommNumber', 'ecomm_prod_all', 'less', 2), [bob, eve], [ada]],
  [match('EcommNumber', 'ecomm_avg_ord', 'is', 2.5), [ada], [bob, eve]],
  [match('EcommNumber', 'ecomm_avg_ord', 'not', 2.5), [bob, eve], [ada]],
  [match('EcommNumber', 'ecomm_avg_ord', 'less', 2), [bob], [ada, eve]],
  [match('EcommNumber', 'ecomm_spent_avg', 'is', 20.75), [ada], [bob, eve]],
  [match('EcommNumber', 'ecomm_spent_avg', 'greater', 5), [ada], [bob, eve]],
  [match('EcommNumber', 'ecomm_spent_avg', 'not', 5), [ada, eve], [bob]],

  [match('EcommSpent', 'ecomm_spent_all', 'greater', 41), [ada], [bob, eve]],
  [match('EcommSpent', 'ecomm_spent_all', 'less', 41), [bob], [ada, eve]],
  [match('EcommSpent', 'ecomm_spent_one', 'greater', 30), [ada], [bob, eve]],
  [match('EcommSpent', 'ecomm_spent_one', 'less', 11), [ada, bob], [eve]],
  [match('EcommSpent', 'ecomm_spent_one', 'less', 10), [bob], [ada, eve]],

  [match('Date', 'ecomm_date', 'within', undefined, 4), [ada], [bob, eve]],
  [match('Date', 'ecomm_date', 'notwithin', undefined, 4), [bob, eve], [ada]],
  [match('Date', 'ecomm_date', 'is', 'date', '2026-01-12'), [ada], [bob, eve]],
  [match('Date', 'ecomm_date', 'not', 'date', '2026-01-12'), [bob, eve], [ada]],
  [match('Date', 'ecomm_date', 'greater', 'campaign', '101'), [ada], [bob, eve]],
  [match('Date', 'ecomm_date', 'less', 'last'), [ada, bob], [eve]],
  [match('Date', 'ecomm_date', 'blank'), [eve], [ada, bob]],
  [match('Date', 'ecomm_date', 'blank_not'), [ada, bob], [eve]],
]
