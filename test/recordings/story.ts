import type { Body } from '../mock.ts'
import type { Millis } from '../../src/kernel/support/time.ts'
import { createDouble, type DoubleOptions } from '../../src/index.ts'
import type { Duration } from '../../src/kit/client/index.ts'
import { connect } from '../../src/kit/client/connect.ts'

/** A call as it went over the wire, for the recorders of the tests. */
export interface RawCall {
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly at: Millis
}

type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>

/** What a program does with the service. `pause` lets time pass. */
export type Story = (call: Call, pause: (duration: Duration) => Promise<void>) => Promise<void>

/** Runs a story against a second double, and records its calls. */
export async function recordStory(
  story: Story,
  options: DoubleOptions = {},
  change: (call: RawCall) => RawCall = (call) => call,
): Promise<RawCall[]> {
  await using double = await createDouble({ scenario: 'starter', ...options })
  const world = await connect(double).worlds.get()
  const calls: RawCall[] = []
  const call: Call = async (method, path, body) => {
    const { now } = await world.clock.get()
    const requestHeaders = {
      authorization: `Bearer ${double.apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const requestBody = body === undefined ? undefined : JSON.stringify(body)
    const url = `${double.url}/3.0${path}`
    const answer = await double
      .fetch(url, { method, headers: requestHeaders, ...(requestBody === undefined ? {} : { body: requestBody }) })
      .catch(() => undefined)
    // A fault has broken the connection: there is nothing to record.
    if (!answer) return { status: 0, body: undefined }
    const text = await answer.text()
    calls.push(
      change({
        method,
        url,
        requestHeaders,
        requestBody,
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: text,
        at: Date.parse(now),
      }),
    )
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : undefined }
  }
  await story(call, async (duration) => {
    await world.clock.advance(duration)
  })
  return calls
}

/** Members, tags, merge fields, segments, notes, refusals: reads of what was there before, and writes. */
export const audienceStory: Story = async (call, pause) => {
  const { body: all } = await call('GET', '/lists?count=5')
  const list = all.lists[0].id
  await call('GET', `/lists/${list}`)
  const { body: before } = await call('GET', `/lists/${list}/members?count=3&offset=0`)
  const first = before.members[0]
  await call('GET', `/lists/${list}/members/${first.id}`)
  await call('GET', `/lists/${list}/merge-fields?count=100`)
  await pause('PT10M')
  const { body: added } = await call('POST', `/lists/${list}/members`, {
    email_address: 'Zoe@acme.test',
    status: 'subscribed',
    merge_fields: { FNAME: 'Zoe' },
    tags: ['vip'],
  })
  await call('POST', `/lists/${list}/members`, { email_address: 'zoe@acme.test', status: 'subscribed' })
  await call('GET', `/lists/${list}/members/${added.id}?fields=email_address,status,tags`)
  await pause('PT1H')
  await call('PATCH', `/lists/${list}/members/${added.id}`, { vip: true, merge_fields: { LNAME: 'Zed' } })
  await call('POST', `/lists/${list}/members/${added.id}/tags`, {
    tags: [
      { name: 'vip', status: 'inactive' },
      { name: 'new', status: 'active' },
    ],
  })
  await call('GET', `/lists/${list}/members/${added.id}/tags`)
  const { body: note } = await call('POST', `/lists/${list}/members/${added.id}/notes`, { note: 'Called.' })
  await call('GET', `/lists/${list}/members/${added.id}/notes/${note.id}`)
  const { body: field } = await call('POST', `/lists/${list}/merge-fields`, { name: 'Shoe size', type: 'number', tag: 'SHOE' })
  await call('PATCH', `/lists/${list}/merge-fields/${field.merge_id}`, { required: false, help_text: 'In EU sizes' })
  const { body: segment } = await call('POST', `/lists/${list}/segments`, { name: 'Zoes', static_segment: ['zoe@acme.test'] })
  await call('GET', `/lists/${list}/segments/${segment.id}/members`)
  await call('DELETE', `/lists/${list}/members/${added.id}`)
  await call('GET', `/lists/${list}/members/${added.id}`)
  await call('GET', `/lists/${list}/members/00000000000000000000000000000000`)
  await call('GET', '/lists?count=many')
  await call('POST', `/lists/${list}/members`, { email_address: 'nobody', status: 'subscribed' })
}

/** A list, a template, folders and a campaign, made and deleted by the program itself. */
export const campaignStory: Story = async (call, pause) => {
  const { body: list } = await call('POST', '/lists', {
    name: 'Launch',
    contact: { company: 'Acme', address1: '1 High Street', city: 'London', state: '', zip: 'N1 9GU', country: 'GB' },
    permission_reminder: 'You signed up.',
    campaign_defaults: { from_name: 'Acme', from_email: 'news@acme.test', subject: '', language: 'en' },
    email_type_option: false,
  })
  const { body: category } = await call('POST', `/lists/${list.id}/interest-categories`, { title: 'Topics', type: 'checkboxes' })
  await call('POST', `/lists/${list.id}/interest-categories/${category.id}/interests`, { name: 'Hats' })
  await call('GET', `/lists/${list.id}/interest-categories/${category.id}/interests`)
  await call('PUT', `/lists/${list.id}/members/ada@acme.test`, { email_address: 'ada@acme.test', status_if_new: 'subscribed' })
  await call('GET', `/lists/${list.id}/members`)
  const { body: folder } = await call('POST', '/campaign-folders', { name: 'Launches' })
  const { body: template } = await call('POST', '/templates', { name: 'Launch', html: '<h1>Hello</h1>' })
  await call('GET', `/templates/${template.id}`)
  const { body: campaign } = await call('POST', '/campaigns', {
    type: 'regular',
    recipients: { list_id: list.id },
    settings: {
      subject_line: 'We are live',
      title: 'Launch',
      from_name: 'Acme',
      reply_to: 'news@acme.test',
      folder_id: folder.id,
    },
  })
  await pause('PT5M')
  await call('PUT', `/campaigns/${campaign.id}/content`, { html: '<h1>Hi</h1>' })
  await call('GET', `/campaigns/${campaign.id}/content`)
  await call('GET', `/campaigns?folder_id=${folder.id}`)
  await call('PATCH', `/campaigns/${campaign.id}`, { settings: { subject_line: 'We are really live' } })
  await call('DELETE', `/campaigns/${campaign.id}`)
  await call('GET', `/campaigns/${campaign.id}`)
  await call('DELETE', `/lists/${list.id}`)
  await call('GET', `/lists/${list.id}`)
}

/** Reads with filters, orders and pages. */
export const filterStory: Story = async (call) => {
  await call('GET', '/lists?sort_field=date_created&sort_dir=DESC')
  const { body } = await call('GET', '/lists')
  const list = body.lists[0].id
  await call('GET', `/lists/${list}/members?status=subscribed&count=5`)
  await call('GET', '/campaigns?since_send_time=2025-06-01T00:00:00Z&status=sent&count=5')
  await call('GET', '/reports')
  await call('GET', '/templates?count=2')
  await call('GET', '/campaign-folders')
  await call('GET', `/lists/${list}/segments`)
}
