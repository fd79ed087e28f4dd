/** What a table is called, whether its rows follow from those of others, and its place in the order of all tables. */
export interface TableName {
  readonly title: string
  readonly internal: boolean
  readonly place: number
}

/** Finds the words for a table. */
export type TableWords = (table: string) => TableName

/** Tables whose rows other rows name, by the field that does. */
const REFERENCES = {
  list_id: 'lists',
  campaign_id: 'campaigns',
  template_id: 'templates',
  batch_id: 'batches',
  webhook_id: 'webhooks',
  conversation_id: 'conversations',
  segment_id: 'segments',
  category_id: 'interest_categories',
  store_id: 'stores',
  survey_id: 'surveys',
  customer_id: 'store_customers',
  product_id: 'store_products',
  cart_id: 'store_carts',
  contact_id: 'members',
  workflow_id: 'automations',
  journey_id: 'journeys',
} as const

/** A table that this file names. The compiler compares the names with the tables of the server where the tests import them. */
export type NamedTable = (typeof REFERENCES)[keyof typeof REFERENCES]

/** The table whose rows a field names. Returns `undefined` if it names none. */
export function tableNamedBy(field: string): NamedTable | undefined {
  return isReference(field) ? REFERENCES[field] : undefined
}

function isReference(field: string): field is keyof typeof REFERENCES {
  return Object.hasOwn(REFERENCES, field)
}
