import { automations } from '../../src/service/model/automations/automation.ts'
import { campaigns, recipients } from '../../src/service/model/campaigns/campaign.ts'
import { connectedSites } from '../../src/service/model/connected-sites/site.ts'
import { landingPages } from '../../src/service/model/landing-pages/page.ts'
import { outages } from '../../src/service/model/faults/fault.ts'
import { interestCategories, interests } from '../../src/service/model/interests/interest.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { members, type MemberRow } from '../../src/service/model/members/member.ts'
import { tokens } from '../../src/service/model/oauth/token.ts'
import { segments } from '../../src/service/model/segments/segment.ts'
import { orders } from '../../src/service/model/orders/order.ts'
import { products } from '../../src/service/model/products/product.ts'
import { stores } from '../../src/service/model/stores/store.ts'
import { questionsIn, type Question, surveys } from '../../src/service/model/surveys/survey.ts'
import { verifiedDomains } from '../../src/service/model/verified-domains/domain.ts'
import type { TriggerFields, TriggerId } from '../../src/service/triggers/trigger.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { automationPlan } from './automation-plans.ts'
import { ADDRESSES } from './bodies/audience.ts'
import type { Dice } from './dice.ts'

/** The feed of RSS campaigns in a walk. */
export const FEED_URL = 'https://acme.test/feed.xml'

/** Triggers in a walk; some of them are impossible. */
const MADE: { readonly [Name in TriggerId]: (dice: Dice, tx: Tx) => TriggerFields<Name> } = {
  'member.subscribe': (dice, tx) => ({
    ...anyMember(dice, tx),
    ...memberFields(dice),
    source: dice.oneOf(['user', 'user', 'admin', 'api']),
  }),
  'member.confirm': (dice, tx) => memberIn(dice, tx, ({ status }) => status === 'pending'),
  'member.unsubscribe': (dice, tx) => ({ ...memberIn(dice, tx), ...occasion(dice, tx), reason: 'Too many emails' }),
  'member.update': (dice, tx) => ({ ...memberIn(dice, tx), ...memberFields(dice) }),
  'member.change_email': (dice, tx) => ({ ...memberIn(dice, tx), new_email_address: dice.oneOf(ADDRESSES) }),
  'member.complain': (dice, tx) => ({ ...memberIn(dice, tx), ...occasion(dice, tx) }),
  'member.bounce': (dice, tx) => ({ ...memberIn(dice, tx), ...occasion(dice, tx), bounce: dice.oneOf(['hard', 'soft']) }),
  'campaign.send': mailing,
  'campaign.cancel': mailing,
  'campaign.open': reader,
  'campaign.click': (dice, tx) => ({ ...reader(dice, tx), url: dice.oneOf(['https://acme.test/a', 'https://acme.test/b']) }),
  'campaign.forward': (dice, tx) => ({ ...reader(dice, tx), opened: dice.often(50) }),
  'campaign.pick_winner': (dice, tx) => {
    const campaign = oneOf(dice, tx.range(campaigns.key).all())
    const combination = campaign?.variate?.combinations?.[0]
    return { campaign_id: campaign?.id ?? 'none', combination_id: combination?.id ?? 'none' }
  },
  'feed.publish': (dice) => ({
    feed_url: FEED_URL,
    title: dice.oneOf(['Spring', 'Ärger & <b>']),
    link: 'https://acme.test/spring',
    description: 'It is here.',
  }),
  'automation.create': (dice, tx) => {
    const { list_id } = (dice.often(90) && oneOf(dice, tx.range(members.key).all())) || anyMember(dice, tx)
    return automationPlan(dice, tx, list_id)
  },
  'automation.enter': (dice, tx) => {
    const workflow = oneOf(dice, tx.range(automations.key).all())
    const known = tx.range(members.onList, { list_id: workflow?.list_id ?? '' }).all()
    return { workflow_id: workflow?.id ?? 'none', email_address: oneOf(dice, known)?.email_address ?? dice.oneOf(ADDRESSES) }
  },
  'conversation.reply': (dice, tx) => ({ ...reader(dice, tx), message: 'Thank you <b>very</b> much' }),
  'domain.authenticate': (dice, tx) => ({ domain: oneOf(dice, tx.range(verifiedDomains.key).all())?.domain ?? 'acme.test' }),
  'site.install_script': (dice, tx) => ({ foreign_id: oneOf(dice, tx.range(connectedSites.key).all())?.foreign_id ?? 'shop' }),
  'page.visit': (dice, tx) => ({ page_id: pageIn(dice, tx) }),
  'product.view': (dice, tx) => {
    const { store_id = 'none', id = 'none' } = oneOf(dice, tx.range(products.key).all()) ?? {}
    const { email_address } = memberIn(dice, tx)
    return { store_id, product_id: id, email_address }
  },
  'order.place': (dice, tx) => ({ store_id: storeIn(dice, tx), order: { customer: buyer(dice), lines: basket(dice, tx) } }),
  'order.update': (dice, tx) => {
    const { store_id = 'none', id: order_id = 'none' } = oneOf(dice, tx.range(orders.key).all()) ?? {}
    return { store_id, order_id, financial_status: dice.oneOf(['paid', 'refunded', 'PAID', '']) }
  },
  'cart.fill': (dice, tx) => ({
    store_id: storeIn(dice, tx),
    cart: {
      customer: buyer(dice),
      lines: basket(dice, tx),
      ...(dice.often(60) ? { checkout_url: 'https://acme.test/c' } : {}),
    },
  }),
  'survey.answer': (dice, tx) => {
    const known = tx.range(surveys.key).all()
    const survey = oneOf(dice, dice.often(90) ? known.filter(({ status }) => status === 'published') : known)
    const asked = survey ? questionsIn(survey.published ?? survey.content) : []
    const answered = asked.filter(({ is_required }) => dice.often(is_required ? 95 : 60))
    return {
      survey_id: survey?.id ?? 'none',
      answers: Object.fromEntries(answered.map((question) => [question.id, answerTo(dice, question)])),
      subscribe: dice.often(50),
      ...(dice.often(60) ? { email_address: dice.oneOf(ADDRESSES) } : {}),
    }
  },
  'list.delete': (dice, tx) => ({ list_id: dice.often(10) ? listIn(dice, tx) : 'none' }),
  'interest_category.delete': (dice, tx) => {
    const { list_id = 'none', id = 'none' } = oneOf(dice, tx.range(interestCategories.key).all()) ?? {}
    return { list_id, interest_category_id: id }
  },
  'interest.delete': (dice, tx) => {
    const { list_id = 'none', id = 'none' } = oneOf(dice, tx.range(interests.key).all()) ?? {}
    return { list_id, interest_id: id }
  },
  'merge_field.require': (dice, tx) => ({ list_id: listIn(dice, tx), tag: dice.oneOf(['FNAME', 'town', 'EMAIL']) }),
  'oauth.approve': (dice, { world: { credentials } }) => ({
    client_id: credentials.client_id,
    redirect_uri: dice.often(80) ? credentials.redirect_uri : 'http://127.0.0.1/elsewhere',
    state: 'xyz',
  }),
  'oauth.refuse': (dice, { world: { credentials } }) => ({
    client_id: credentials.client_id,
    redirect_uri: dice.often(80) ? credentials.redirect_uri : 'http://127.0.0.1/elsewhere',
  }),
  'oauth.revoke': (dice, tx) => ({ access_token: oneOf(dice, tx.range(tokens.key).all())?.token ?? 'nobody-has-it' }),
  'api_key.revoke': () => ({}),
  'api_key.restore': () => ({}),
  'account.disable': () => ({}),
  'account.enable': () => ({}),
  'outage.start': (dice, tx) => ({ outage: outageIn(dice, tx) }),
  'outage.end': (dice, tx) => ({ outage: outageIn(dice, tx) }),
  'event.emit': (dice, tx) => ({
    event: dice.oneOf(['subscribe', 'cleaned', 'campaign', 'batch_operation_completed']),
    ...(dice.often(50) ? { list_id: listIn(dice, tx) } : {}),
    source: dice.oneOf(['user', 'admin', 'api']),
    payload: { merges: { FNAME: 'Ada' }, id: 7 },
  }),
}

/** Many triggers require a suitable member. */
const NAMES: readonly string[] = [
  ...Object.keys(MADE),
  ...Array.from({ length: 8 }, () => 'member.subscribe'),
  ...Array.from({ length: 3 }, () => 'campaign.send'),
  'survey.answer',
  'survey.answer',
  'automation.create',
  'automation.enter',
  'automation.enter',
  'campaign.open',
  'campaign.click',
  'conversation.reply',
]

/** The body of a trigger, mostly chosen to fit the world. A closed account is soon opened again by the trigger `reopening`. */
export function nextTrigger(tx: Tx, dice: Dice, reopening?: TriggerId): object {
  const name = reopening ?? dice.oneOf(NAMES)
  return { trigger: name, ...MADE[name as TriggerId](dice, tx) }
}

function oneOf<T>(dice: Dice, things: readonly T[]): T | undefined {
  return things.length > 0 ? dice.oneOf(things) : undefined
}

function listIn(dice: Dice, tx: Tx): string {
  const known = tx.range(lists.key).all()
  return dice.often(3) ? 'none' : (oneOf(dice, known)?.id ?? 'none')
}

/** Mostly a suitable member of a list. */
function memberIn(dice: Dice, tx: Tx, wanted: (member: MemberRow) => boolean = () => true) {
  const known = tx.range(members.key).all().filter(wanted)
  const { list_id, email_address } = (dice.often(80) && oneOf(dice, known)) || anyMember(dice, tx)
  return { list_id, email_address, source: dice.oneOf(['user', 'user', 'admin', 'api'] as const) }
}

function anyMember(dice: Dice, tx: Tx) {
  return { list_id: listIn(dice, tx), email_address: dice.oneOf(ADDRESSES) }
}

function pageIn(dice: Dice, tx: Tx): string {
  const known = tx.range(landingPages.key).all()
  const published = known.filter(({ status }) => status === 'published')
  return oneOf(dice, dice.often(80) && published.length > 0 ? published : known)?.id ?? '000000000000'
}

/** Mostly an answer that the question allows. */
function answerTo(dice: Dice, { type, options }: Question): string | number | string[] {
  if (type === 'range') return dice.oneOf([1, 2, 3, 9])
  if (type === 'email') return dice.oneOf([...ADDRESSES, 'nobody'])
  if (type === 'pickMany') return options.filter(() => dice.often(50)).map(({ id }) => id)
  const option = options.length > 0 ? dice.oneOf(options) : undefined
  return dice.oneOf([option?.label || 'Straw', option?.id ?? 'Felt', 'My own'])
}

function outageIn(dice: Dice, tx: Tx): string {
  return oneOf(dice, tx.range(outages.key).all())?.id ?? 'none'
}

function memberFields(dice: Dice) {
  return {
    merge_fields: { FNAME: dice.oneOf(['Ada', 'Bob', '']), MMERGE5: dice.oneOf<unknown>(['red', 'x', 5]) },
    ...(dice.often(30) ? { language: dice.oneOf(['en', 'no']) } : {}),
    ...(dice.often(30) ? { email_type: dice.oneOf(['html', 'text'] as const) } : {}),
  }
}

function mailing(dice: Dice, tx: Tx) {
  const { list_id } = (dice.often(80) && oneOf(dice, tx.range(members.key).all())) || anyMember(dice, tx)
  const segment = dice.often(30) ? oneOf(dice, tx.range(segments.onList, { list_id }).all()) : undefined
  const draft = dice.often(20) ? oneOf(dice, tx.range(campaigns.key).all()) : undefined
  if (draft) return { campaign_id: draft.id }
  return { list_id, subject_line: dice.oneOf(['News', 'Ärger & <b>']), ...(segment ? { segment_id: segment.id } : {}) }
}

/** Mostly a recipient of a campaign. */
function reader(dice: Dice, tx: Tx) {
  const { campaign_id, email_address } = (dice.often(85) && oneOf(dice, tx.range(recipients.key).all())) || {
    campaign_id: oneOf(dice, tx.range(campaigns.key).all())?.id ?? 'none',
    email_address: dice.oneOf(ADDRESSES),
  }
  return { campaign_id, email_address }
}

function occasion(dice: Dice, tx: Tx) {
  const campaign = dice.often(20) ? oneOf(dice, tx.range(campaigns.key).all()) : undefined
  return campaign ? { campaign_id: campaign.id } : {}
}

function storeIn(dice: Dice, tx: Tx): string {
  return oneOf(dice, tx.range(stores.key).all())?.id ?? 'none'
}

function buyer(dice: Dice) {
  return { email_address: dice.oneOf(ADDRESSES), opt_in_status: dice.often(50) }
}

function basket(dice: Dice, tx: Tx) {
  const product_id = oneOf(dice, tx.range(products.key).all())?.id ?? 'none'
  return [{ product_id, quantity: dice.oneOf([0, 1, 3]) }]
}
