// Takes 600 steps and prints the responses and the resulting state. With the bundle of such a run on standard input, replays it and
// prints the differences. test/simulation/node-versions.system.test.ts bundles this and runs it on several versions of Node.
import { text } from 'node:stream/consumers'
import { makeOneOfEach } from '../contract/one-of-each.ts'
import { bundleOf, contentsOf, inWorld, journalOf, NEW_LIST, replay } from '../control/bundles/bundle-world.ts'
import { mock } from '../mock.ts'
import { Dice } from './dice.ts'
import { nextStep } from './steps.ts'
import { take } from './take.ts'

/** Number of steps of a run. */
const STEPS = 600

/** Bodies that are invalid JSON, each in a different way. */
const BROKEN = [
  '',
  'hello',
  '{"name": }',
  '{"name": "A",}',
  "{'name': 'A'}",
  '{"name": "A" "email_type_option": true}',
  '{"name": "A"',
  '{"name": "A',
  '{"name": "A\n"}',
  '{"name": "\\x"}',
  '{"name": undefined}',
  '{"name": -}',
  '{"name": 01}',
  '[1, 2',
  '{} {}',
  '\u201Cname\u201D',
  '[['.repeat(40),
]

/** Paths that a `URL` encodes, some of them differently in some versions of Node. */
const ODD_PATHS = ['/3.0/lists/a^b', '/3.0/lists/{a}|"b"', '/3.0/lists/ä ö', "/3.0/lists/a'b?name='c^d'", '/_control/^']

async function run(): Promise<unknown> {
  const server = mock({ seed: 'same steps', settings: { webhooks: { mode: 'record' } } })
  await server.ready
  await server.plant(makeOneOfEach)
  await server.call('POST /_control/fork', { id: 'walk' })
  const handle = server.context.worlds.byId('walk')
  if (!handle) throw new Error('There is no world to walk in.')
  const world = inWorld(server, { id: 'walk', api_key: handle.world.credentials.api_key })
  await world.service('POST /3.0/lists', { ...NEW_LIST, name: 'Walked in' })
  const headers = { authorization: `Bearer ${handle.world.credentials.api_key}` }
  const dice = new Dice('same steps')
  const answers: string[] = []
  for (let i = 0; i < STEPS; i++) {
    const raw = BROKEN[Math.floor(i / 10) % BROKEN.length] ?? ''
    const answer =
      i % 10 === 3
        ? await server.call('POST /3.0/lists', undefined, { raw, headers })
        : i % 10 === 6
          ? await server.call('POST /_control/worlds/walk/faults', undefined, { raw })
          : i % 50 === 9
            ? await server.call(`GET ${ODD_PATHS[Math.floor(i / 50) % ODD_PATHS.length]}`, undefined, { headers })
            : await take(server, await server.context.scheduler.run(handle, (tx) => nextStep(tx, dice)), 'walk')
    answers.push(`${answer.status} ${answer.headers.get('location') ?? ''} ${answer.text}`)
  }
  return {
    answers,
    journal: journalOf(server, 'walk'),
    contents: contentsOf(server, 'walk'),
    bundle: await bundleOf(world),
  }
}

const bundle = process.argv.includes('--replay') ? await text(process.stdin) : undefined
process.stdout.write(JSON.stringify(bundle === undefined ? await run() : (await replay(JSON.parse(bundle))).replay))
