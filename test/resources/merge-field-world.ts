import { makeList } from '../../src/service/rules/lists/make.ts'
import { mock, type Body } from '../mock.ts'

export const LIST = 'a1b2c3d4e5'
export const FIELDS = `/3.0/lists/${LIST}/merge-fields`

/** A world with one list whose stats are never stale. */
export async function mergeFieldWorld() {
  const world = mock({ settings: { stats_cache: 'PT0S' } })
  const list = await world.plant((tx) => makeList(tx, { id: LIST, name: 'Acme News' }))
  const tags = async (): Promise<string[]> => (await world.call(`GET ${FIELDS}`)).body.merge_fields.map(({ tag }: Body) => tag)
  return { ...world, list, tags }
}
