import type { Body } from '../mock.ts'
import { withReaders } from './campaign-world.ts'

export const HTML = '<p>Dear *|FNAME|*, see <a href="https://acme.test/hats">our hats</a>.</p>'

/** A world with a list of three readers, whose account has the top plan, and shorthands for campaigns made by the API. */
export async function withDrafts(plan: Parameters<typeof withReaders>[1] = {}, account: object = {}) {
  const world = await withReaders({}, plan)
  const { call, plant, list } = world
  const { plantAccount } = await import('../../src/service/rules/root/account.ts')
  await plant((tx) => plantAccount(tx, { pro_enabled: true, ...account }))
  /** Creates a campaign that is ready to be sent, apart from the given members. */
  const draft = async (given: Body = {}, content: object | false = { html: HTML }): Promise<Body> => {
    const { settings, ...others } = given
    const { body, status } = await call('POST /3.0/campaigns', {
      type: 'regular',
      recipients: { list_id: list.id },
      ...others,
      settings: { subject_line: 'Hats', from_name: 'Acme', reply_to: 'news@acme.test', ...settings },
    })
    if (status !== 200) throw new Error(JSON.stringify(body))
    if (content) await call(`PUT /3.0/campaigns/${body.id}/content`, content)
    return body
  }
  const act = (campaign: Body, action: string, body?: unknown) =>
    call(`POST /3.0/campaigns/${campaign.id}/actions/${action}`, body)
  const read = async (campaign: Body): Promise<Body> => (await call(`GET /3.0/campaigns/${campaign.id}`)).body
  /** The emails of the world, as the control API shows them. */
  const emailsOf = async (kind = 'campaign'): Promise<Body[]> => (await call(`GET /_control/emails?kind=${kind}`)).body.emails
  return { ...world, draft, act, read, emailsOf }
}
