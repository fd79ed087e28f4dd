import type { Schemas } from '../../../src/kit/client/contract.ts'
import { call } from '../../connection.ts'
import { faultSchemas } from '../../control-document.ts'
import { objectIn } from '../../format.ts'
import { useLoad } from '../../load.ts'
import { useWorld } from '../../world.ts'

/** What a call does, in the words of the contract, and to whom and where. */
interface CallNames {
  readonly title: string | undefined
  readonly about: string
}

/** Lists whose names are loaded. */
const LISTS_MAX = 1_000

/** Names calls by their operations, the people in their bodies and answers, and their lists: fifteen adds are not fifteen equal rows. */
export function useCallNames(): (entry: Schemas['Request']) => CallNames {
  const { id: world } = useWorld()
  const titles = useLoad('titles of operations', async () => {
    const { operations } = await faultSchemas()
    return new Map<string, string>(operations.map(({ operation, summary }) => [operation, summary]))
  }).data
  const lists = useLoad(`names of lists ${world}`, async (signal) => {
    const { rows } = await call('getTable', world, { path: { table: 'lists' }, query: { count: LISTS_MAX }, signal })
    return new Map(rows.map(({ id, name }) => [String(id), String(name)]))
  }).data
  return ({ operation, path, request, response, status }) => {
    const list = lists?.get(/\/lists\/([^/]+)/.exec(path)?.[1] ?? '')
    // A refusal has a title of its own.
    const name = findNameIn(request) || (status !== null && status < 400 ? findNameIn(response) : '')
    return {
      // The list is named after it.
      title: operation === null ? undefined : titles?.get(operation)?.replace(/ (?:to|of|in|from|on) a list$/, ''),
      about: [name, list].filter((each, index, all) => each && all.indexOf(each) === index).join(' · '),
    }
  }
}

const NAMING = ['email_address', 'title', 'name'] as const

/** The address, the title or the name that a message is about. */
function findNameIn(message: Schemas['RequestMessage'] | null): string {
  const value = objectIn(message)
  const found = NAMING.map((each) => value?.[each]).find((each) => typeof each === 'string')
  return typeof found === 'string' ? found : ''
}
