import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeLandingPage, type NewLandingPage } from '../../src/service/rules/landing-pages/make.ts'
import { mock } from '../mock.ts'

export const BASE = 'http://maildouble.test'
export const LIST = 'aaaaaaaaaa'
export const OTHER = 'bbbbbbbbbb'
export const PAGE = 'a1b2c3d4e5f6'
export const AT_START = '2026-01-15T09:00:00+00:00'
export const NOW_S = 1_768_467_600
export const AN_HOUR_LATER = '2026-01-15T10:00:00+00:00'

/** The path of the page used by most tests. */
export const PATH = `/3.0/landing-pages/${PAGE}`

/** A world with two lists and the given pages; a page without an id gets the id of the path. */
export async function withPages(...planted: NewLandingPage[]) {
  const world = mock()
  await world.plant((tx) => {
    makeList(tx, { id: LIST, name: 'News' })
    makeList(tx, { id: OTHER, name: 'Offers' })
    for (const fields of planted) makeLandingPage(tx, { id: PAGE, list_id: LIST, name: 'Sale', title: 'All must go', ...fields })
  })
  const { call, app } = world
  return {
    ...world,
    page: async () => (await call(`GET ${PATH}`)).body,
    publish: () => call(`POST ${PATH}/actions/publish`),
    unpublish: () => call(`POST ${PATH}/actions/unpublish`),
    /** The response to a browser that visits a URL. */
    visit: async (url = `${BASE}/_public/pages/${PAGE}`) => {
      const response = await app.request(url)
      return { status: response.status, headers: response.headers, html: await response.text() }
    },
  }
}
