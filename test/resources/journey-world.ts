import { mock, type Body } from '../mock.ts'
import { scenarioNamedMine } from '../scenarios/scenario-world.ts'

export const LIST = 'a1b2c3d4e5'
export const FIRST = 'fa77000001'
export const SECOND = 'fa77000002'

const SCENARIO = `lists:
  - id: ${LIST}
    name: News
    campaign_defaults: { from_name: Acme, from_email: news@acme.test }
    members:
      - { email_address: ada@acme.test, status: subscribed, merge_fields: { FNAME: Ada } }
      - { email_address: bob@acme.test, status: subscribed }
      - { email_address: left@acme.test, status: unsubscribed }
      - { email_address: old@acme.test, status: archived }
  - id: b1b2c3d4e5
    name: Other
    members: [{ email_address: other@acme.test, status: subscribed }]
journeys:
  - id: 7
    list: ${LIST}
    name: Birthday
    steps:
      - id: 3
        emails:
          - id: ${FIRST}
            subject_line: Happy birthday
            content: '<p>Dear *|FNAME|*, see <a href="https://acme.test/gift">your gift</a>.</p>'
          - { id: ${SECOND}, subject_line: Your gift expires, delay: P2D }
      - { id: 4, type: other, emails: [{ subject_line: Never }] }
      - { id: 5, emails: [{ subject_line: Later, delay: PT1H }] }
  - { id: 8, list: ${LIST}, status: paused, steps: [{ id: 1, emails: [{ subject_line: Never }] }] }
  - { id: 9, list: ${LIST}, status: draft, steps: [{ id: 1 }] }
`

/** A world with journeys, of which the first is running, and shorthands for its events. */
export function withJourneys(now = '2026-01-15T09:00:00Z') {
  const world = mock({ scenario: 'mine', now }, { scenarios: scenarioNamedMine(SCENARIO) })
  const { call } = world
  const trigger = (email_address: unknown, place = '7/steps/3') =>
    call(`POST /3.0/customer-journeys/journeys/${place}/actions/trigger`, { email_address })
  const emails = async (): Promise<Body[]> => (await call('GET /_control/emails?kind=journey')).body.emails
  /** The sent emails: recipient, subject and day. */
  const sent = async () => (await emails()).map(({ to, subject, at }) => [to.split('@')[0], subject, at.slice(8, 16)])
  const act = (name: string, body: object) => call('POST /_control/triggers', { trigger: name, ...body })
  const report = async (id: string): Promise<Body> => (await call(`GET /3.0/reports/${id}`)).body
  return { ...world, trigger, emails, sent, act, report }
}
