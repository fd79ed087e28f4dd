import { formatCount } from '../../kernel/support/words.ts'
import { asList, asObject } from '../../kernel/support/is-object.ts'
import type { Checker } from '../drift/check.ts'
import { Ledger } from '../drift/ledger.ts'
import { Reader } from '../drift/run/reader.ts'
import { ReadTransport, Stopped, Unanswered, type TransportOptions } from '../drift/run/transport.ts'
import { Sketch } from './sketch.ts'

/** What was read of an account. */
interface Crawled {
  readonly sketch: Sketch
  /** Why something was not read. */
  readonly stopped: string | undefined
}

/** The largest page of a collection. */
const PAGE = '1000'

/** Members of a list that are read for the shares of filled fields. */
const SAMPLE = '500'

/** Reads what a scenario needs of an account: GET and nothing else. The most telling parts come first, in case that calls run out. */
export async function crawlAccount(checker: Checker, options: Omit<TransportOptions, 'remark'>): Promise<Crawled> {
  const sketch = new Sketch(checker)
  const transport = new ReadTransport({ ...options, remark: () => {} })
  const ledger = new Ledger(checker, { kind: 'drift', source: options.base.host, at: options.clock.now(), values: false })
  const reader = new Reader(checker, ledger, transport)
  let unanswered = 0
  const read: Read = async (path, query = {}) => {
    const answered = await reader.read(checker.vocabulary.paths.toDeployment(path), { query }).catch((error: unknown) => {
      if (!(error instanceof Unanswered)) throw error
      unanswered++
    })
    if (!answered) return {}
    const { status } = answered.exchange
    if (status === 401 || status === 403) throw new Refused(`The service refused the key with the status ${status}.`)
    sketch.add(answered, status)
    return asObject(answered.answer)
  }
  try {
    await read('/')
    const lists = asList((await read('/lists', { count: PAGE }))['lists']).map((each) => idIn(each))
    for (const list of lists) await readList(read, `/lists/${list}`)
    await read('/campaign-folders', { count: PAGE })
    await read('/template-folders', { count: PAGE })
    await read('/templates', { count: PAGE, type: 'user' })
    await read('/campaigns', { count: PAGE })
    await read('/reports', { count: PAGE })
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return { sketch, stopped: error.message }
  }
  return { sketch, stopped: unanswered === 0 ? undefined : `${formatCount(unanswered, 'call')} had no answer.` }
}

/** The id of an object, for a path. */
function idIn(item: unknown): string {
  return encodeURIComponent(String(asObject(item)['id']))
}

type Read = (path: string, query?: Readonly<Record<string, string>>) => Promise<{ readonly [name: string]: unknown }>

async function readList(read: Read, list: string): Promise<void> {
  await read(`${list}/merge-fields`, { count: PAGE })
  const categories = asList((await read(`${list}/interest-categories`, { count: PAGE }))['categories'])
  for (const category of categories) await read(`${list}/interest-categories/${idIn(category)}/interests`, { count: PAGE })
  await read(`${list}/segments`, { count: PAGE })
  await read(`${list}/members`, { count: SAMPLE })
  for (const status of ['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional', 'archived'])
    await read(`${list}/members`, { status, count: '1' })
}

/** The service does not let the key read. */
export class Refused extends Error {
  override readonly name = 'Refused'
}
