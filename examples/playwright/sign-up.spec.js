import { expect, test as base } from 'maildouble/playwright'
import { createApp } from './page.js'

const LIST = 'd0b1e00001'
const ADA = 'ada@example.com'

const test = base.extend({
  // The application, with its own port and account for each test.
  baseURL: async ({ world }, use) => {
    const app = createApp({ apiUrl: `${world.baseUrl}/3.0`, apiKey: world.apiKey, list: LIST })
    await new Promise((listening) => app.listen(0, '127.0.0.1', listening))
    await use(`http://127.0.0.1:${app.address().port}`)
    app.closeAllConnections()
    app.close()
  },
})

test.use({ worldOptions: { scenario: 'double-opt-in' } })

test('a person signs up and confirms by the link in the email', async ({ page, world }) => {
  await page.goto('/')
  await page.getByLabel('Email').fill(ADA)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Please look into your inbox.')).toBeVisible()

  const { links } = await world.emails.waitFor({ to: ADA, kind: 'confirm_subscription' })
  await page.goto(links[0])
  await expect(page.getByText('confirmed')).toBeVisible()

  const member = await (await world.fetch(`/lists/${LIST}/members/${ADA}`)).json()
  expect(member.status).toBe('subscribed')
})

test('a person who signs up while the service is down is asked to come back', async ({ page, world }) => {
  await world.faults.add({
    match: { operation: 'addMember' },
    effect: { problem: { status: 503, title: 'Service Unavailable', detail: 'Back soon.' } },
    must_fire: true,
  })
  await page.goto('/')
  await page.getByLabel('Email').fill(ADA)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Please try again later.')).toBeVisible()
})
