import { makeCart } from '../../src/service/rules/carts/make.ts'
import { makeJourney } from '../../src/service/rules/journeys/make.ts'
import type { ListRow } from '../../src/service/model/lists/list.ts'
import { makeOrder } from '../../src/service/rules/orders/make.ts'
import { makeProduct } from '../../src/service/rules/products/make.ts'
import { makePromoCode, makePromoRule } from '../../src/service/rules/promos/make.ts'
import type { Caller } from '../../src/service/model/requests/call.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import { answerSurvey } from '../../src/service/rules/surveys/answer.ts'
import { makeMove } from '../../src/kernel/world/machine.ts'
import { surveyMachine } from '../../src/service/model/surveys/machine.ts'
import { makeSurvey } from '../../src/service/rules/surveys/make.ts'
import { readSections } from '../../src/service/rules/surveys/sections.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'

const API: Caller = { ip: '127.0.0.1', source: 'api' }

/** A store with one of each of what is below it. Some ids have to be encoded in paths. */
export function makeShop(tx: Tx, list: ListRow, email_address: string): void {
  const store = makeStore(tx, { id: 'acme-shop', list_id: list.id, name: 'Acme Shop', currency_code: 'USD' })
  makeProduct(tx, store, {
    id: 'a/b c',
    title: 'Hat',
    variants: [{ id: 'hat-blue', title: 'Blue' }],
    images: [{ id: 'front', url: 'https://acme.test/hat.png' }],
  })
  const basket = {
    customer: { id: 'ada?', email_address },
    currency_code: 'USD',
    order_total: 17,
    lines: [{ id: '1#', product_id: 'a/b c', product_variant_id: 'hat-blue', quantity: 1, price: 17 }],
  }
  makeCart(tx, store, { ...basket, id: 'cart/1' }, API)
  makeOrder(tx, store, { ...basket, id: 'order 100%', processed_at_foreign: '2026-01-10T00:00:00Z' }, API)
  const rule = makePromoRule(tx, store, { id: 'sale', description: 'Sale', amount: 1, type: 'fixed', target: 'total' })
  makePromoCode(tx, rule, { id: 'ten', code: 'TEN', redemption_url: 'https://acme.test' })
}

/** A survey that a member answered, and a journey. */
export function makeSurveyAndJourney(tx: Tx, list: ListRow, email_address: string): void {
  const sections = readSections(tx, list, [{ type: 'question', question: { query: 'Which hat?', type: 'text' } }])
  const survey = makeMove(tx, surveyMachine, makeSurvey(tx, list, { title: 'Hats', sections }), 'publish')
  const answers = new Map([[sections[0]?.question?.id ?? '', 'Straw']])
  answerSurvey(tx, list, survey, { email_address, answers }, { ip: '203.0.113.9', source: 'user' })
  makeJourney(tx, list, { id: 7, steps: [{ id: 3, emails: [{ subject_line: 'Happy birthday' }] }] })
}
