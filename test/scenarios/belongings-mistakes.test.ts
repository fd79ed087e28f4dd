import { afterEach, describe, expect, test } from 'vitest'
import { build, scenarioNamedMine, removeFolders } from './scenario-world.ts'

afterEach(removeFolders)

const twice = (name: string, item: string) => `${name}:\n  - ${item}\n  - ${item}`
const step = (id: number) => `{ id: ${id}, emails: [{ id: fa77000001, subject_line: Hello }] }`
const campaign = (yaml: string) => `lists:
  - id: aaaaaaaaaa
    name: News
    date_created: -P30D
    members:
      - { email_address: ada@acme.test, status: subscribed }
      - { email_address: new@acme.test, status: subscribed, created_at: -P1D }
    campaigns:
      - subject_line: Hello
        send_time: -P5D
${yaml.replace(/^/gm, '        ')}`
const series = (yaml: string) =>
  `lists: [{ id: aaaaaaaaaa, name: News }]\ngenerate:\n  campaigns:\n    - list: aaaaaaaaaa\n      campaigns: ${yaml}`
const AT = 'scenarios/mine.yaml:13: lists/0/campaigns/0'

describe('an error in a scenario names the file, the line and the expectation', () => {
  const mistakes: readonly [yaml: string, message: string][] = [
    [
      twice('folders', '{ id: f000000001, kind: campaign, name: A }'),
      'scenarios/mine.yaml:5: folders/1/id must differ from those of other folders',
    ],
    [
      twice('batches', '{ id: ba7c000001, operations: [{ method: GET, path: /lists }] }'),
      'scenarios/mine.yaml:5: batches/1/id must differ from those of other batches, but ba7c000001 does not',
    ],
    [
      'batches: [{ submitted_at: -PT1H, completed_at: -PT2H, operations: [{ method: GET, path: /lists }] }]',
      'scenarios/mine.yaml:3: batches/0/completed_at must not lie before submitted_at',
    ],
    [
      'batches: [{ operations: [{ method: DELETE, path: /lists/a }] }]',
      'scenarios/mine.yaml:3: batches/0/operations/0/method must be one of: GET, POST, PUT, PATCH',
    ],
    [
      'journeys: [{ id: 7, list: bbbbbbbbbb, steps: [{ id: 3 }] }]',
      'scenarios/mine.yaml:3: journeys/0/list must be the id of a list of this scenario, but bbbbbbbbbb is none',
    ],
    [
      `lists: [{ id: aaaaaaaaaa, name: News }]\n${twice('journeys', '{ id: 7, list: aaaaaaaaaa, steps: [{ id: 3 }] }')}`,
      'scenarios/mine.yaml:6: journeys/1/id must differ from those of other journeys, but 7 does not',
    ],
    [
      'lists: [{ id: aaaaaaaaaa, name: News }]\njourneys: [{ id: 7, list: aaaaaaaaaa, steps: [{ id: 3 }, { id: 3 }] }]',
      'scenarios/mine.yaml:4: journeys/0/steps/1/id must differ from those of other steps of the journey, but 3 does not',
    ],
    [
      `lists: [{ id: aaaaaaaaaa, name: News }]\njourneys: [{ id: 7, list: aaaaaaaaaa, steps: [${step(3)}, ${step(4)}] }]`,
      'scenarios/mine.yaml:4: journeys/0/steps/1/emails/0/id must differ from those of campaigns and of emails of automations and journeys, but fa77000001 does not',
    ],
    [
      'journeys: [{ id: x, list: aaaaaaaaaa, steps: [{ id: 3 }] }]',
      'scenarios/mine.yaml:3: journeys/0/id must be a whole number, but it is the text "x".',
    ],
    ['journeys: [{ id: 7, list: aaaaaaaaaa, steps: [] }]', 'scenarios/mine.yaml:3: journeys/0/steps: At least 1 must be given.'],
    [
      'journeys: [{ id: 7, list: aaaaaaaaaa, status: archived, steps: [{ id: 3 }] }]',
      'scenarios/mine.yaml:3: journeys/0/status must be one of: running, paused, draft.',
    ],
    [
      'journeys: [{ id: 7, list: aaaaaaaaaa, steps: [{ id: 3, type: timer }] }]',
      'scenarios/mine.yaml:3: journeys/0/steps/0/type must be one of: api, other.',
    ],
    [
      'journeys: [{ id: 7, list: aaaaaaaaaa, steps: [{ id: 3, emails: [{ subject_line: A, delay: soon }] }] }]',
      'scenarios/mine.yaml:3: journeys/0/steps/0/emails/0/delay',
    ],
    ['folders: [{ name: A }]', 'scenarios/mine.yaml:3: folders/0/kind: Required field is missing: kind.'],
    ['folders: [{ kind: page, name: A }]', 'scenarios/mine.yaml:3: folders/0/kind must be one of: template, campaign.'],
    [
      twice('templates', '{ id: 7, name: A, html: A }'),
      'scenarios/mine.yaml:5: templates/1/id must differ from those of other templates',
    ],
    [
      'folders: [{ id: f000000001, kind: campaign, name: A }]\ntemplates: [{ name: A, html: A, folder: f000000001 }]',
      'scenarios/mine.yaml:4: templates/0/folder must be the id of a folder of templates of this scenario, but f000000001 is none',
    ],
    [
      'templates: [{ name: A, html: A, type: base, active: false }]',
      'scenarios/mine.yaml:3: templates/0/active must be true, since a base template cannot be removed',
    ],
    [
      twice('file_folders', '{ id: 7, name: A }'),
      'scenarios/mine.yaml:5: file_folders/1/id must differ from those of other folders of files, but 7 does not',
    ],
    [
      'files: [{ name: a.txt, file_data: aGVsbG8=, folder: 7 }]',
      'scenarios/mine.yaml:3: files/0/folder must be the id of a folder of files of this scenario, but 7 is none',
    ],
    [
      'files: [{ name: a.txt, file_data: hello }]',
      'scenarios/mine.yaml:3: files/0/file_data must be base64 with padding, in the standard alphabet and without a `data:` prefix',
    ],
    [
      'files: [{ name: a.exe, file_data: aGVsbG8= }]',
      'scenarios/mine.yaml:3: files/0/name must have one of these extensions: jpg,',
    ],
    [
      'landing_pages: [{ name: A, list: aaaaaaaaaa }]',
      'scenarios/mine.yaml:3: landing_pages/0/list must be the id of a list of this scenario, but aaaaaaaaaa is none',
    ],
    [
      twice('connected_sites', '{ foreign_id: shop, domain: acme.test }'),
      'scenarios/mine.yaml:5: connected_sites/1/foreign_id must differ from those of other sites, but shop does not',
    ],
    [
      'verified_domains:\n  - { verification_email: a@acme.test }\n  - { verification_email: b@ACME.test }',
      'scenarios/mine.yaml:5: verified_domains/1/verification_email must differ from those of other domains, but b@ACME.test does not',
    ],
    ['batch_webhooks: [{ url: ftp://acme.test }]', 'scenarios/mine.yaml:3: batch_webhooks/0/url must be an http or https URL.'],
    [
      twice('oauth_clients', '{ client_id: app, client_secret: s, redirect_uri: http://127.0.0.1/cb }'),
      'scenarios/mine.yaml:5: oauth_clients/1/client_id must differ from those of other applications, but app does not',
    ],
    [
      'lists:\n  - name: A\n    webhooks:\n      - { url: http://127.0.0.1/a }\n      - { url: http://127.0.0.1/a }',
      'scenarios/mine.yaml:7: lists/0/webhooks/1/url must differ from those of other webhooks of the list, but http://127.0.0.1/a does not',
    ],
    // Individual campaigns.
    [campaign('send_tme: -P1D'), `${AT}/send_tme: There is no member send_tme here. Did you mean send_time?`],
    [
      campaign('type: plaintext'),
      `${AT}/type: There is no value plaintext here. Did you mean plain-text? There are: regular, plain-text,`,
    ],
    [
      campaign('folder: f000000001'),
      `${AT}/folder must be the id of a folder of campaigns of this scenario, but f000000001 is none`,
    ],
    [
      campaign('parent: c000000001'),
      `${AT}/parent must be the id of a campaign that stands before this one, but c000000001 is none`,
    ],
    [campaign('segment: VIPs'), `${AT}/segment must be the name of a segment of the list, but VIPs is none`],
    [
      campaign('recipients: [ada@acme.test, new@acme.test]'),
      `${AT}/recipients/1 must be the address of a member who was subscribed at that time; new@acme.test was not`,
    ],
    [
      campaign('recipients: [ada@acme.test, ADA@acme.test]'),
      `${AT}/recipients/1 must differ from other recipients, but ADA@acme.test does not`,
    ],
    [
      campaign('opens: [{ email_address: new@acme.test, at: -P1D }]'),
      `${AT}/opens/0/email_address must be the address of a recipient; new@acme.test is not`,
    ],
    [
      campaign('opens: [{ email_address: ada@acme.test, at: -P6D }]'),
      `${AT}/opens/0/at must not lie before what it follows on, but -P6D does`,
    ],
    [
      campaign('likes: [{ email_address: ada@acme.test, at: 2030-01-01 }]'),
      `${AT}/likes/0/at must not lie after the scenario's now, but 2030-01-01 does`,
    ],
    [
      campaign('bounces: [{ email_address: ada@acme.test, bounce: hard, at: -P4D }]'),
      `${AT}/bounces/0/bounce must be soft unless the member is cleaned; the member is subscribed`,
    ],
    [
      campaign('conversations: [{ email_address: ada@acme.test, messages: [{ from: account, message: Hi, at: -P1D }] }]'),
      `${AT}/conversations/0/messages/0/from must be member, because members begin conversations`,
    ],
    [
      campaign(
        'conversations: [{ email_address: ada@acme.test, messages: [{ message: B, at: -P1D }, { message: A, at: -P2D }] }]',
      ),
      `${AT}/conversations/0/messages/1/at must not lie before what it follows on, but -P2D does`,
    ],
    [
      campaign(
        'conversations:\n  - { email_address: ada@acme.test, messages: [{ message: A, at: -P1D }] }\n  - { email_address: ada@acme.test, messages: [{ message: B, at: -P1D }] }',
      ),
      'scenarios/mine.yaml:15: lists/0/campaigns/0/conversations/1/email_address must differ from those of other conversations, but ada@acme.test does not',
    ],
    [
      campaign(
        'conversations: [{ id: a000000001, email_address: ada@acme.test, messages: [{ id: a000000001, message: A, at: -P1D }, { id: a000000002, message: A, at: -P1D }, { id: a000000002, message: B, at: -P1D }] }]',
      ),
      `${AT}/conversations/0/messages/2/id must differ from those of other messages, but a000000002 does not`,
    ],
    [
      'lists:\n  - name: A\n    campaigns:\n      - { subject_line: A, send_time: 2030-01-01 }',
      "scenarios/mine.yaml:6: lists/0/campaigns/0/send_time must not lie after the scenario's now, but 2030-01-01 does",
    ],
    [
      'lists:\n  - name: A\n    campaigns:\n      - { id: c000000001, subject_line: A, send_time: -P1D }\n      - { id: c000000001, subject_line: A, send_time: -P1D }',
      'scenarios/mine.yaml:7: lists/0/campaigns/1/id must differ from those of other campaigns, but c000000001 does not',
    ],
    // Generated campaigns.
    [
      'generate: { campaigns: [{ list: aaaaaaaaaa, campaigns: { since: -P9D } }] }',
      'scenarios/mine.yaml:3: generate/campaigns/0/list must be the id of a list of this scenario, but aaaaaaaaaa is none',
    ],
    [
      series('{ since: 2030-01-01 }'),
      "scenarios/mine.yaml:7: generate/campaigns/0/campaigns/since must not lie after the scenario's now",
    ],
    [
      series('{ since: -P9D, count: 3 }'),
      "scenarios/mine.yaml:7: generate/campaigns/0/campaigns/count must be at most 2, since the last campaign must not lie after the scenario's now",
    ],
    [
      series('{ since: -P9D, every: 7D }'),
      'scenarios/mine.yaml:7: generate/campaigns/0/campaigns/every must be an ISO 8601 duration such as P7D or PT12H.',
    ],
    [
      series('{ since: -P9D, every: PT0S }'),
      'scenarios/mine.yaml:7: generate/campaigns/0/campaigns/every must be longer than PT0S',
    ],
    [
      series('{ since: -P9D, every: PT1S }'),
      'scenarios/mine.yaml:7: generate/campaigns/0/campaigns/every must have at most 1000 campaigns',
    ],
    [series('{ since: -P9D, rates: { open: 2 } }'), 'scenarios/mine.yaml:7: generate/campaigns/0/campaigns/rates/open'],
    [
      series('{ since: -P9D, kinds: [{ folder: f000000001 }] }'),
      'scenarios/mine.yaml:7: generate/campaigns/0/campaigns/kinds/0/folder must be the id of a folder of campaigns of this scenario, but f000000001 is none',
    ],
  ]
  test.each(mistakes.map(([yaml, message]) => ({ yaml, message })))(
    'a mistake in the belongings of an account is reported with its line: $message',
    async ({ yaml, message }) => {
      await expect(build(scenarioNamedMine(yaml))).rejects.toThrow(message)
    },
  )

  test("a mistake in a fixture of belongings is reported with the fixture's file and line", async () => {
    const source = scenarioNamedMine('fixtures: [a.yaml, b.yaml]', {
      'fixtures/a.yaml': 'folders: [{ id: f000000001, kind: campaign, name: A }]',
      'fixtures/b.yaml':
        'folders:\n  - { id: f000000002, kind: campaign, name: A }\n  - { id: f000000001, kind: campaign, name: A }\n',
    })
    await expect(build(source)).rejects.toThrow('fixtures/b.yaml:3: folders/1/id must differ from those of other folders')
  })
})
