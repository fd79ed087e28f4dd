import { expect, test as base, worldInBaggage } from 'maildouble/playwright'

const LIST = 'd0b1e00001'
const ADA = 'ada@example.com'

// One application for all tests: each request of a page names the world of its test, and the application passes that on.
const test = base.extend(worldInBaggage)

test.use({ baseURL: process.env.APP_URL, worldOptions: { scenario: 'double-opt-in' } })

for (let n = 1; n <= 40; n++) {
  // A second sign-up with the same address would be refused.
  test(`visitor ${n} signs up in an account of their own`, async ({ page, world }) => {
    await page.goto('/')
    await page.getByLabel('Email').fill(ADA)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('Please look into your inbox.')).toBeVisible()

    expect((await world.get(`/lists/${LIST}/members/${ADA}`)).body.status).toBe('pending')
    expect(await world.emails.list()).toHaveLength(1)
  })
}
