import type { AutomationPlan } from '../../src/service/rules/automations/plan.ts'
import { makeProduct } from '../../src/service/rules/products/make.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import type { Body } from '../mock.ts'
import { FIRST, SECOND, WORKFLOW } from './automation-world.ts'
import { withReaders } from './campaign-world.ts'
import { STORE } from './commerce-world.ts'
import { ID } from './member-world.ts'

/** Emails of a workflow: the first an hour after the call, the second a day later. */
export const FIRST_EMAIL = {
  id: FIRST,
  subject_line: 'First',
  html: '<p>Hello</p>',
  delay: { amount: 1, type: 'hour' },
} satisfies AutomationPlan['emails'][number]
export const SECOND_EMAIL = {
  id: SECOND,
  subject_line: 'Second',
  html: '<p>Hello</p>',
} satisfies AutomationPlan['emails'][number]
export const SHOP_EMAILS: AutomationPlan['emails'] = [FIRST_EMAIL, SECOND_EMAIL]

/** A list of three readers with a store of two products, a workflow about it, and shorthands for what shops and contacts do. */
export async function withShopAutomation(
  plan: Partial<AutomationPlan>,
  settings: NonNullable<Parameters<typeof withReaders>[1]>['settings'] = {},
) {
  const world = await withReaders({}, { settings })
  const { call, plant } = world
  await plant((tx) => {
    const base = { list_id: ID, currency_code: 'USD', money_format: '$' }
    const store = makeStore(tx, { ...base, id: 'acme-shop', name: 'Acme Shop', domain: 'shop.acme.test' })
    const hat = { id: 'hat', title: 'Hat', vendor: 'Hatters', url: 'https://shop.acme.test/hat' }
    makeProduct(tx, store, { ...hat, variants: [{ id: 'hat-blue', title: 'Blue' }] })
    makeProduct(tx, store, {
      id: 'mug',
      title: 'Mug',
      vendor: 'Potters',
      url: 'https://shop.acme.test/mug',
      variants: [{ id: 'mug', title: 'Mug' }],
    })
  })
  const ok = async (line: string, body?: object): Promise<Body> => {
    const answer = await call(line, body)
    if (answer.status >= 300) throw new Error(`${line}: ${answer.text}`)
    return answer.body
  }
  const trigger = (name: string, body: object) => ok('POST /_control/triggers', { trigger: name, ...body })
  const made = { status: 'sending', id: WORKFLOW, store_id: 'acme-shop', emails: SHOP_EMAILS, ...plan }
  await trigger('automation.create', { list_id: ID, ...made })
  const customerOf = (name: string) => ({ id: name, email_address: `${name}@acme.test`, opt_in_status: false })
  const lineOf = (product_id: string) => {
    const product_variant_id = product_id === 'hat' ? 'hat-blue' : product_id
    return { id: '1', product_id, product_variant_id, quantity: 2, price: 17 }
  }
  const bought = { currency_code: 'USD', order_total: 34 }
  const checkout_url = 'https://shop.acme.test/checkout'
  /** A cart of a contact. */
  const cart = (
    name: string,
    id: string,
    { product = 'hat', ...fields }: { readonly product?: string; [name: string]: unknown } = {},
  ) => ok(`POST ${STORE}/carts`, { id, customer: customerOf(name), ...bought, checkout_url, lines: [lineOf(product)], ...fields })
  const changeCart = (id: string, fields: object) => ok(`PATCH ${STORE}/carts/${id}`, fields)
  let orders = 0
  /** An order of a contact. */
  const order = (name: string, { product = 'hat', ...fields }: { readonly product?: string; [name: string]: unknown } = {}) =>
    ok(`POST ${STORE}/orders`, {
      id: `o-${++orders}`,
      customer: customerOf(name),
      ...bought,
      lines: [lineOf(product)],
      ...fields,
    })
  const view = (name: string, product_id = 'hat') =>
    trigger('product.view', { store_id: 'acme-shop', product_id, email_address: `${name}@acme.test` })
  const sync = (is_syncing: boolean) => ok(`PATCH ${STORE}`, { is_syncing })
  const emails = async (): Promise<Body[]> => (await call('GET /_control/emails?kind=automation')).body.emails
  /** The sent emails: recipient, subject and instant. */
  const sent = async (): Promise<string[]> =>
    (await emails()).map(({ to, subject, at }: Body) => `${to.split('@')[0]} ${subject} ${at.slice(8, 16)}`)
  const queueOf = async (id: string): Promise<Body> => (await call(`GET /3.0/automations/${WORKFLOW}/emails/${id}/queue`)).body
  return { ...world, ok, trigger, cart, changeCart, order, view, sync, emails, sent, queueOf }
}
