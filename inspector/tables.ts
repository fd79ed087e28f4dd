/** Tables of the double whose rows follow from those of others. They are folded, and not shown as changes. */
const DERIVED = ['list_stats', 'chatter', 'emails', 'batch_orders', 'batch_results', 'shapes', 'past_members'] as const

/** A table that this file names. The compiler compares the names with the tables of the server where the tests import them. */
export type NamedTable = (typeof DERIVED)[number] | (typeof REFERENCES)[keyof typeof REFERENCES]

export const DERIVED_TABLES: ReadonlySet<string> = new Set(DERIVED)

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
} as const

/** The table whose rows a field names. Returns `undefined` if it names none. */
export function tableNamedBy(field: string): NamedTable | undefined {
  return isReference(field) ? REFERENCES[field] : undefined
}

function isReference(field: string): field is keyof typeof REFERENCES {
  return Object.hasOwn(REFERENCES, field)
}
