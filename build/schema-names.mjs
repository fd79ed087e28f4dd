// The names of the schemas that links give, as recordings of the service show them.

/** @typedef {Record<string, any>} Json */

/** Words that the service does not make of the segment of a path. @type {Json} */
const WORDS = {
  'abuse-reports': 'Abuse',
  'default-content': 'Default-Content',
  'growth-history': 'Growth',
  'promo-codes': 'Promocodes',
  'promo-rules': 'Promorules',
  'send-checklist': 'Checklist',
  'short-url-activity': 'Eepurl',
  'sub-reports': 'Sub',
  unsubscribed: 'Unsubs',
}

/** Answers whose schema has another name than the rule gives, by method and path. @type {Json} */
const ANSWERS = {
  'GET /activity-feed': 'Namespace',
  'GET /automations/{workflow_id}/emails/{workflow_email_id}': 'ResponseResponse',
  'PUT /campaigns/{campaign_id}/content': 'PUT',
  'GET /ecommerce': 'Namespace',
  'GET /file-manager': 'Namespace',
  'POST /lists/{list_id}': 'BatchPOST-Response',
  'GET /lists/{list_id}/activity': 'Response',
  'GET /lists/{list_id}/clients': 'Response',
  'GET /lists/{list_id}/members/{subscriber_hash}/activity': 'Response',
  'GET /lists/{list_id}/members/{subscriber_hash}/activity-feed': 'Response',
  'GET /lists/{list_id}/members/{subscriber_hash}/goals': 'Response',
  'GET /lists/{list_id}/segments/{segment_id}/members': 'Response',
  'GET /ping': 'Namespace',
  'GET /reporting': 'Namespace',
  'GET /reports/{campaign_id}/advice': 'Response',
  'GET /reports/{campaign_id}/domain-performance': 'Response',
  'GET /reports/{campaign_id}/ecommerce-product-activity': 'Response',
  'GET /reports/{campaign_id}/locations': 'Response',
  'GET /reports/{campaign_id}/sub-reports': 'Response',
}

/** The name of the schemas of a path, made of its fixed segments. @param {string} path */
export function schemaName(path) {
  const words = path.split('/').filter((segment) => segment && !segment.startsWith('{'))
  const name = words.map((word) => WORDS[word] ?? word.split('-').map(capitalize).join('')).join('/')
  return name === 'Lists/InterestCategories/Interests' ? 'Lists/Interests' : name || 'Root'
}

/** @param {string} word */
const capitalize = (word) => word.charAt(0).toUpperCase() + word.slice(1)

/** The names of the schemas of an operation below its schema name: of its body, its answer and its query.
 * @param {{ method: string, path: string, hasBody: boolean, isCollection: boolean, hasAnswer: boolean, filters: boolean }} operation
 * `filters`: whether its query has more than pages and fields */
export function schemaNames({ method, path, hasBody, isCollection, hasAnswer, filters }) {
  const name = schemaName(path)
  const bodySchema = `Definitions/${name}/${method === 'POST' && path === '/lists/{list_id}' ? 'BatchPOST' : method}.json`
  const isList = method === 'GET' && isCollection
  const answer = ANSWERS[`${method} ${path}`] ?? (isList ? 'CollectionResponse' : hasAnswer ? 'Response' : method)
  const isBelowList = /^Lists\/\w+$/.test(name)
  const hasQuerySchema =
    answer === 'CollectionResponse' && (isBelowList || name === 'Lists/Interests' || (filters && !name.includes('/')))
  return {
    ...(hasBody ? { bodySchema } : {}),
    ...(method === 'DELETE' ? {} : { answerSchema: `Definitions/${name}/${answer}.json` }),
    ...(hasQuerySchema ? { querySchema: `Paths/${name}/Collection.json` } : {}),
  }
}

/** The schemas that a link to an operation gives. A change without a body of its own, such as an action, gives none of its answer.
 * @param {Json} route */
export function linkSchemas({ method, body, bodySchema, answerSchema, querySchema }) {
  const namesAnswer = method === 'GET' || body === 'required'
  const schema = method === 'GET' ? querySchema : bodySchema
  return { ...(namesAnswer ? { targetSchema: answerSchema } : {}), ...(schema ? { schema } : {}) }
}
