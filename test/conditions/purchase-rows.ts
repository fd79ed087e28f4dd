import type { Row } from './row.ts'

const ada = { contact_id: 'ada' }
const bob = { contact_id: 'bob' }
/** A member without orders. */
const eve = { contact_id: 'eve' }

/** Conditions on what members bought. */
export const purchaseRows: readonly Row[] = [
  [{ condition_type: 'EcommPurchased', field: 'ecomm_purchased', op: 'member' }, [ada, bob], [eve]],
  [{ condition_type: 'EcommPurchased', field: 'ecomm_purchased', op: 'notmember' }, [eve], [ada, bob]],

  [{ condition_type: 'EcommStore', field: 'ecomm_store', op: 'is', value: 'shop' }, [ada], [bob, eve]],
  [{ condition_type: 'EcommStore', field: 'ecomm_store', op: 'is', value: 'outlet' }, [ada, bob], [eve]],
  [{ condition_type: 'EcommStore', field: 'ecomm_store', op: 'is', value: 'Shop' }, [], [ada, bob, eve]],
  [{ condition_type: 'EcommStore', field: 'ecomm_store', op: 'not', value: 'shop' }, [bob, eve], [ada]],
  [{ condition_type: 'EcommStore', field: 'ecomm_store', op: 'not', value: 'unknown' }, [ada, bob, eve], []],

  [{ condition_type: 'EcommCategory', field: 'ecomm_cat', op: 'is', value: 'ACME' }, [ada], [bob, eve]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_cat', op: 'is', value: '' }, [], [ada, bob, eve]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_cat', op: 'not', value: 'acme' }, [bob, eve], [ada]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_cat', op: 'contains', value: 'glass' }, [ada], [bob, eve]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_cat', op: 'notcontain', value: 'glass' }, [bob, eve], [ada]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_cat', op: 'starts', value: 'ac' }, [ada], [bob, eve]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_cat', op: 'ends', value: '& co' }, [ada], [bob, eve]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'is', value: 'blue hat' }, [ada], [bob, eve]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'not', value: 'Blue hat' }, [bob, eve], [ada]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'contains', value: 'P' }, [ada, bob], [eve]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'notcontain', value: 'cup' }, [bob, eve], [ada]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'starts', value: 'pe' }, [bob], [ada, eve]],
  [{ condition_type: 'EcommCategory', field: 'ecomm_prod', op: 'ends', value: 'HAT' }, [ada], [bob, eve]],

  [{ condition_type: 'EcommNumber', field: 'ecomm_orders', op: 'is', value: 0 }, [eve], [ada, bob]],
  [{ condition_type: 'EcommNumber', field: 'ecomm_orders', op: 'not', value: 2 }, [bob, eve], [ada]],
  [{ condition_type: 'EcommNumber', field: 'ecomm_orders', op: 'greater', value: 1 }, [ada], [bob, eve]],
  [{ condition_type: 'EcommNumber', field: 'ecomm_orders', op: 'less', value: 1 }, [eve], [ada, bob]],
  [{ condition_type: 'EcommNumber', field: 'ecomm_prod_all', op: 'is', value: 5 }, [ada], [bob, eve]],
  [{ condition_type: 'EcommNumber', field: 'ecomm_prod_all', op: 'less', value: 2 }, [bob, eve], [ada]],
  [{ condition_type: 'EcommNumber', field: 'ecomm_avg_ord', op: 'is', value: 2.5 }, [ada], [bob, eve]],
  [{ condition_type: 'EcommNumber', field: 'ecomm_avg_ord', op: 'not', value: 2.5 }, [bob, eve], [ada]],
  [{ condition_type: 'EcommNumber', field: 'ecomm_avg_ord', op: 'less', value: 2 }, [bob], [ada, eve]],
  [{ condition_type: 'EcommNumber', field: 'ecomm_spent_avg', op: 'is', value: 20.75 }, [ada], [bob, eve]],
  [{ condition_type: 'EcommNumber', field: 'ecomm_spent_avg', op: 'greater', value: 5 }, [ada], [bob, eve]],
  [{ condition_type: 'EcommNumber', field: 'ecomm_spent_avg', op: 'not', value: 5 }, [ada, eve], [bob]],

  [{ condition_type: 'EcommSpent', field: 'ecomm_spent_all', op: 'greater', value: 41 }, [ada], [bob, eve]],
  [{ condition_type: 'EcommSpent', field: 'ecomm_spent_all', op: 'less', value: 41 }, [bob], [ada, eve]],
  [{ condition_type: 'EcommSpent', field: 'ecomm_spent_one', op: 'greater', value: 30 }, [ada], [bob, eve]],
  [{ condition_type: 'EcommSpent', field: 'ecomm_spent_one', op: 'less', value: 11 }, [ada, bob], [eve]],
  [{ condition_type: 'EcommSpent', field: 'ecomm_spent_one', op: 'less', value: 10 }, [bob], [ada, eve]],

  [{ condition_type: 'Date', field: 'ecomm_date', op: 'within', extra: 4 }, [ada], [bob, eve]],
  [{ condition_type: 'Date', field: 'ecomm_date', op: 'notwithin', extra: 4 }, [bob, eve], [ada]],
  [{ condition_type: 'Date', field: 'ecomm_date', op: 'is', value: 'date', extra: '2026-01-12' }, [ada], [bob, eve]],
  [{ condition_type: 'Date', field: 'ecomm_date', op: 'not', value: 'date', extra: '2026-01-12' }, [bob, eve], [ada]],
  [{ condition_type: 'Date', field: 'ecomm_date', op: 'greater', value: 'campaign', extra: '101' }, [ada], [bob, eve]],
  [{ condition_type: 'Date', field: 'ecomm_date', op: 'less', value: 'last' }, [ada, bob], [eve]],
  [{ condition_type: 'Date', field: 'ecomm_date', op: 'blank' }, [eve], [ada, bob]],
  [{ condition_type: 'Date', field: 'ecomm_date', op: 'blank_not' }, [ada, bob], [eve]],
]
