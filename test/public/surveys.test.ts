import { describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { ADA, ID } from '../resources/member-world.ts'
import { asking, EACH_TYPE, HATS, withSurvey } from '../resources/survey-world.ts'

/** A survey, and a browser that visits its page. */
async function withPage(sections: readonly object[] = EACH_TYPE, list: object = {}) {
  const world = await withSurvey(sections, list)
  const { survey, app } = world
  const url = (await survey()).hosted_url
  const visit = async (query = '', init: RequestInit = {}) => {
    const response = await app.request(`${url}${query}`, init)
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  /** Sends the form: the fields by question, in the order of the survey. */
  const send = async (fields: Readonly<Record<string, string | readonly string[]>>, query = '') => {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each)
    return visit(query, { method: 'POST', body })
  }
  const questions: Body[] = (await survey()).sections.flatMap(({ question }: Body) => question ?? [])
  const named = (query: string): Body => questions.find((each) => each.query === query)
  const field = (query: string) => `q_${named(query).id}`
  return { ...world, url, visit, send, named, field }
}

describe('showSurvey', () => {
  test('the page of a published survey has a labelled input for each question, and needs no scripts', async () => {
    const { visit, field, named } = await withPage([{ type: 'introduction', text: 'Hello' }, ...EACH_TYPE])
    const { status, headers, html } = await visit()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).toContain('<h1>Hats</h1>')
    expect(html).toContain('<p>Hello</p>')
    for (const query of ['What else?', 'Your name?', 'Your address?', 'Which size?'])
      expect(html).toContain(`<label for="${field(query)}">${query}`)
    for (const query of ['Which hat? (required)', 'Which colours?', 'How good?'])
      expect(html).toContain(`<legend>${query}</legend>`)
    for (const { id, label } of named('Which hat?').options) {
      expect(html).toMatch(new RegExp(`type="radio"\\s+name="${field('Which hat?')}"\\s+value="${id}"`))
      expect(html).toContain(label)
    }
    expect(html).toContain('Another one')
    expect(html).toContain('1: Bad, 5: Great')
    expect(html).toContain('Keep me posted')
    expect(html).not.toContain('<script')
  })

  test('a wide range is a field for a number', async () => {
    const { visit } = await withPage([asking('How many?', 'range', { range_low_value: 0, range_high_value: 100_000 })])
    expect((await visit()).html).toMatch(/type="number"\s+step="1"\s+min="0"\s+max="100000"/)
  })

  test('texts of a survey are shown as they are, and cannot put markup into its page', async () => {
    const evil = '"><img src=x onerror=alert(1)>'
    const { visit, patch, publish, send } = await withPage([
      { type: 'context', text: evil },
      asking(evil, 'pickOne', { options: [{ label: evil, value: evil }], has_other: true, other_label: evil }),
      asking(evil, 'dropdown', { options: [{ label: evil, value: evil }] }),
      asking(evil, 'range', { range_low_label: evil, range_high_label: evil }),
      asking(evil, 'text', { placeholder_label: evil, is_required: true }),
      asking(evil, 'contactInformation', { merge_field: { id: 1 }, placeholder_label: evil }),
      asking(evil, 'email', { subscribe_checkbox_enabled: true, subscribe_checkbox_label: evil, placeholder_label: evil }),
    ])
    await patch({ title: evil })
    await publish()
    expect((await visit()).html).not.toContain('<img')
    const { status, html } = await send({ [evil]: evil })
    expect(status).toBe(400)
    expect(html).not.toContain('<img')
  })

  test('a page that names the member has the address filled in', async () => {
    const { visit, make } = await withPage()
    const { unique_email_id } = await make({ email_address: ADA })
    expect((await visit(`&e=${unique_email_id}`)).html).toContain(`value="${ADA}"`)
    expect((await visit('&e=nobody')).html).not.toContain(ADA)
  })

  test('only published surveys have a page, and it shows the published version', async () => {
    const { visit, call, at, patch } = await withPage()
    await patch({ title: 'Coats' })
    expect((await visit()).html).toContain('<h1>Hats</h1>')
    await call(`POST ${at}/actions/unpublish`)
    expect((await visit()).status).toBe(404)
    await call(`DELETE ${at}`)
    expect((await visit()).status).toBe(404)
  })

  test.each(['', '&id=', '&id=__proto__', '&id=%00'])('an unknown survey is answered with 404 (%s)', async (query) => {
    const { app } = await withPage()
    expect((await app.request(`http://maildouble.test/_public/survey?u=1${query}`)).status).toBe(404)
  })
})

describe('answerSurvey', () => {
  test('a filled-in form is a response, with a page of thanks', async () => {
    const { send, field, named, responses, call, report } = await withPage()
    const [red, blue] = named('Which colours?').options
    const { status, html } = await send({
      [field('Which hat?')]: 'other',
      [`${field('Which hat?')}_other`]: 'A bowler',
      [field('Which colours?')]: [red.id, blue.id],
      [field('Which size?')]: named('Which size?').options[1].id,
      [field('How good?')]: '4',
      [field('What else?')]: 'Nothing',
      [field('Your name?')]: 'Ada',
      [field('Your address?')]: ADA,
      subscribe: 'on',
    })
    expect(status).toBe(200)
    expect(html).toContain('<h1>Thank you</h1>')
    const [response] = await responses()
    expect(response).toMatchObject({ is_new_contact: true, contact: { email: ADA, full_name: 'Ada', status: 'Subscribed' } })
    const { results } = (await call(`GET ${report}/responses/${response.response_id}`)).body
    expect(results.map(({ answer }: Body) => answer)).toEqual(['A bowler', 'Red, Blue', 'Large', '4', 'Nothing', 'Ada', ADA])
  })

  test('the choice of another answer without a text has its label', async () => {
    const { send, field, call, report, named } = await withPage()
    await send({ [field('Which hat?')]: 'other' })
    const { body } = await call(`GET ${report}/questions/${named('Which hat?').id}/answers`)
    expect(body.answers[0].value).toBe('Another one')
  })

  test('a form with mistakes is shown again as it was filled in, and nothing is stored', async () => {
    const { send, field, named, responses, row } = await withPage()
    const [red] = named('Which colours?').options
    const { status, html } = await send({
      [field('Which colours?')]: [red.id],
      [field('How good?')]: '9',
      [field('What else?')]: 'Keep <this>',
      [field('Your address?')]: 'nobody',
      subscribe: 'on',
    })
    expect(status).toBe(400)
    expect(html).toContain('role="alert"')
    expect(html).toContain('Please look again at: Which hat? · How good? · Your address?')
    expect(html).toContain('This question needs an answer.')
    expect(html).toContain(`aria-describedby="${field('Your address?')}-wrong"`)
    expect(html).toContain('Keep &lt;this&gt;</textarea>')
    expect(html).toContain('value="nobody"')
    expect(html).toMatch(new RegExp(`value="${red.id}"\\s+checked`))
    expect(await responses()).toEqual([])
    expect(await row('nobody')).toBeUndefined()
  })

  test('the member whom the page names answers, whatever address is typed', async () => {
    const { send, field, named, make, responses } = await withPage()
    const { unique_email_id } = await make({ email_address: ADA })
    const [straw] = named('Which hat?').options
    await send({ [field('Which hat?')]: straw.id, [field('Your address?')]: 'bob@acme.test' }, `&e=${unique_email_id}`)
    expect(await responses()).toMatchObject([{ is_new_contact: false, contact: { email: ADA } }])
  })

  test('the parts of an address are one answer', async () => {
    const { send, field, row, call, report, named } = await withPage([
      asking('Where?', 'contactInformation', { merge_field: { id: 3 } }),
      asking('Your address?', 'email'),
    ])
    const at = field('Where?')
    const parts = { [`${at}[addr1]`]: '1 High Street', [`${at}[city]`]: 'London', [`${at}[state]`]: 'UK', [`${at}[zip]`]: 'N1' }
    await send({ ...parts, [field('Your address?')]: ADA })
    const { body } = await call(`GET ${report}/questions/${named('Where?').id}/answers`)
    expect(body.answers[0].value).toBe('1 High Street, London, UK, N1')
    expect((await row())?.merge_fields['ADDRESS']).toMatchObject({ addr1: '1 High Street', city: 'London' })
  })

  test('the page and the trigger have the same consequences', async () => {
    const { send, field, named, answer, call } = await withPage()
    const [straw] = named('Which hat?').options
    await send({ [field('Which hat?')]: straw.id, [field('Your address?')]: ADA })
    await answer({ 'Which hat?': 'Straw', 'Your address?': 'bob@acme.test' })
    const [ada, bob] = (await call(`GET /3.0/lists/${ID}/members?status=transactional`)).body.members
    const plain = ({ source, status, timestamp_signup, ip_signup, tags_count }: Body) =>
      JSON.stringify([source, status, timestamp_signup, ip_signup, tags_count])
    expect(plain(ada)).toBe(plain(bob))
  })

  test('a survey that is not published takes no answers', async () => {
    const { send, field, call, at } = await withPage([asking('Which hat?', 'pickOne', { options: HATS })])
    await call(`POST ${at}/actions/unpublish`)
    expect((await send({ [field('Which hat?')]: '1' })).status).toBe(404)
  })
})
