import type { AutomationPlan } from '../../src/service/rules/automations/plan.ts'
import type { NewList } from '../../src/service/rules/lists/make.ts'
import type { Body } from '../mock.ts'
import { withReaders } from './campaign-world.ts'

export const WORKFLOW = 'fafafafafa'
export const FIRST = 'fafafafa01'
export const SECOND = 'fafafafa02'
export const THIRD = 'fafafafa03'
export const HTML = '<p>Dear *|FNAME|*, see <a href="https://acme.test/hats">our hats</a>.</p>'

/** The emails of a plan: the first goes out at once, the second a day later. */
export const WELCOME = { id: FIRST, subject_line: 'Welcome', html: HTML }
export const EMAILS = [WELCOME, { id: SECOND, subject_line: 'Still here?', html: HTML }] satisfies AutomationPlan['emails']

/** A world with a list of three readers and an automation, and shorthands for its events. */
export async function withAutomation(
  plan: Partial<AutomationPlan> = {},
  { world: given, list: fields }: { readonly world?: Parameters<typeof withReaders>[1]; readonly list?: Partial<NewList> } = {},
) {
  const world = await withReaders(fields, given)
  const { call, list } = world
  const trigger = async (name: string, body: object = {}) => {
    const answer = await call('POST /_control/triggers', { trigger: name, ...body })
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body
  }
  const made = { workflow_type: 'welcomeSeries', status: 'sending', id: WORKFLOW, emails: EMAILS, ...plan }
  await trigger('automation.create', { list_id: list.id, ...made })
  const workflow = `/3.0/automations/${WORKFLOW}`
  const read = async (path = ''): Promise<Body> => (await call(`GET ${workflow}${path}`)).body
  const emailPath = (id: string) => `${workflow}/emails/${id}`
  const signUp = (name: string) => trigger('member.subscribe', { list_id: list.id, email_address: `${name}@acme.test` })
  const enter = (name: string) => trigger('automation.enter', { workflow_id: WORKFLOW, email_address: `${name}@acme.test` })
  /** The names of the members in a queue, and when they get the email. */
  const queueOf = async (id: string) =>
    (await read(`/emails/${id}/queue`)).queue.map(({ email_address, next_send }: Body) => [
      email_address.split('@')[0],
      next_send,
    ])
  /** The sent emails: recipient, subject and instant. */
  const sent = async (): Promise<[string, string, string][]> =>
    (await call('GET /_control/emails?kind=automation')).body.emails.map(({ to, subject, at }: Body) => [
      to.split('@')[0],
      subject,
      at.slice(0, 19),
    ])
  return { ...world, trigger, workflow, read, emailPath, signUp, enter, queueOf, sent }
}
