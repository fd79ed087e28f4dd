import { mock, type Body } from '../../mock.ts'
import { makeList } from '../../../src/service/rules/lists/make.ts'

export const LIST = 'aaaaaaaaaa'
export const MEMBERS = `/3.0/lists/${LIST}/members`

/** A world with one list, and shorthands for reading the journal. */
export async function requestWorld(plan: Parameters<typeof mock>[0] = {}) {
  const world = mock(plan)
  const { call } = world
  await world.plant((tx) => makeList(tx, { id: LIST, name: 'News' }))
  const requests = async (query = ''): Promise<Body[]> => (await call(`GET /_control/requests${query}`)).body.requests
  return {
    ...world,
    requests,
    /** The latest call. */
    latest: async (): Promise<Body> => (await requests('?order=desc&limit=1'))[0],
    subscribe: (email_address: string) => call(`POST ${MEMBERS}`, { email_address, status: 'subscribed' }),
    verify: async (body: object): Promise<Body> => (await call('POST /_control/requests/verify', body)).body,
  }
}
