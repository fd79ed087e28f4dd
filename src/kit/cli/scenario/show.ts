import { stat } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import { ownScenarios } from '../../../service/scenarios/read/own-scenarios.ts'
import { ENDINGS } from '../../../service/scenarios/read/scenario-folder.ts'
import { loadOrThrow, type ScenarioSource } from '../../../service/scenarios/read/scenario-source.ts'
import { shippedScenarios } from '../../../service/scenarios/read/shipped-scenarios.ts'
import { buildWorldFrom } from '../../../service/scenarios/scenarios.ts'
import { readComments } from '../../../service/scenarios/read/comments.ts'
import { upperFirst, formatCount } from '../../../kernel/support/words.ts'
import { COLUMNS, entry, type Paint, paintFor, wrapWords } from '../output.ts'
import { scenarioContents, type NamedThing, type ScenarioContents, type ShownList, type SomeThings } from './contents.ts'
import { withFolderHint } from './hint.ts'

export interface ShowOptions {
  readonly scenarioDir?: string
  readonly json?: boolean
  readonly source?: boolean
}

/** Prints the contents of a scenario for authors of tests. The scenario is given by its name or its file. */
export async function showScenario(given: string, { scenarioDir, json = false, source = false }: ShowOptions): Promise<void> {
  const { name, scenarios } = await findNamedScenario(given, scenarioDir)
  const { scenario } = await loadOrThrow(scenarios, name).catch((error: unknown) => {
    throw withFolderHint(error, scenarioDir)
  })
  const text = (await scenarios.text(name)) ?? ''
  if (source) {
    process.stdout.write(text)
    return
  }
  const world = await buildWorldFrom(scenarios, { id: 'default', base_url: 'http://127.0.0.1:4030', scenario: name })
  const contents = scenarioContents(scenario, world, await readComments(text))
  console.log(json ? JSON.stringify(contents, undefined, 2) : contentsText(contents, paintFor(process.stdout)))
}

/** The source of a scenario that is named by its name or by its file. */
async function findNamedScenario(
  given: string,
  folder: string | undefined,
): Promise<{ readonly name: string; readonly scenarios: ScenarioSource }> {
  const ending = extname(given)
  if (!ENDINGS.includes(ending))
    return { name: given, scenarios: folder === undefined ? shippedScenarios : await ownScenarios(folder) }
  if (!(await stat(given).catch(() => undefined))?.isFile()) throw new Error(`There is no file ${given}.`)
  return { name: basename(given, ending), scenarios: await ownScenarios(dirname(given)) }
}

/** Width of the column with ids, and of the headings. */
const ROOM = 14

/** The contents of a scenario for a terminal of 80 columns. */
function contentsText(contents: ScenarioContents, paint: Paint): string {
  const { name, description, seed, clock, api_key, oauth_clients, settings, lists, others, comments } = contents
  const title = (text: string): string => paint('bold', text)
  const pace = clock.mode === 'scaled' ? `scaled, ${clock.rate} times real time` : clock.mode
  return [
    `${title(name)}\n${wrapWords(description)}`,
    [
      entry('Clock', `${clock.now}, ${pace}`, ROOM),
      entry('Seed', seed, ROOM),
      entry('API key', api_key, ROOM),
      ...oauth_clients.flatMap(({ client_id, client_secret, redirect_uri }) => [
        entry('OAuth', `client_id ${client_id}`, ROOM),
        entry('', `client_secret ${client_secret}`, ROOM),
        entry('', `redirect_uri ${redirect_uri}`, ROOM),
      ]),
      ...(Object.keys(settings).length > 0 ? [entry('Settings', JSON.stringify(settings).replaceAll(',"', ', "'), ROOM)] : []),
    ].join('\n'),
    ...lists.first.map((list) => listText(list, title)),
    ...(lists.total > lists.first.length ? [`${formatCount(lists.total - lists.first.length)} more lists`] : []),
    ...Object.entries(others).map(([kind, things]) => `${title(heading(kind))}\n${thingsText(things)}`),
    ...happenings(contents, title),
    ...(comments === '' ? [] : [`${title('Comments of the file')}\n${commentsText(comments)}`]),
  ].join('\n\n')
}

function listText(list: ShownList, title: (text: string) => string): string {
  const { id, name, double_optin, merge_fields, interest_categories, segments, webhooks, statuses, members } = list
  const counts = Object.entries(statuses).map(([status, count]) => `${formatCount(count)} ${status}`)
  return [
    title(`List ${id} ${name}`),
    ...(double_optin ? [entry('  opt-in', 'double', ROOM)] : []),
    entry('  members', counts.length === 0 ? 'none' : counts.join(', '), ROOM),
    ...members.first.map(({ email_address, status }) => `${' '.repeat(ROOM)}${placeStatus(email_address, status)}`),
    ...more(members),
    entry(
      '  fields',
      merge_fields.map(({ tag, type, required }) => `${tag} ${type}${required ? ' required' : ''}`).join(', '),
      ROOM,
    ),
    ...interest_categories.map((category) =>
      entry('  interests', `${category.id} ${category.name}: ${category.interests.map(nameThing).join(', ')}`, ROOM),
    ),
    ...(segments.total > 0
      ? [
          entry('  segments', segments.first.map((each) => `${nameThing(each)} (${each.type})`).join(', '), ROOM),
          ...more(segments),
        ]
      : []),
    ...webhooks.map((webhook) => entry('  webhook', `${webhook.id} ${webhook.url} ${webhook.events.join(', ')}`, ROOM)),
  ].join('\n')
}

function nameThing({ id, name }: NamedThing): string {
  return `${id} ${name}`
}

/** An address and the status beside it; below it if there is no room. */
function placeStatus(address: string, status: string): string {
  const room = COLUMNS - ROOM - LONGEST_STATUS
  return `${address.length < room ? address.padEnd(room) : `${address}\n${' '.repeat(COLUMNS - LONGEST_STATUS)}`}${status}`
}

const LONGEST_STATUS = 'transactional'.length

function thingsText(things: SomeThings<NamedThing>): string {
  return [...things.first.map(({ id, name }) => entry(`  ${id}`, name, ROOM)), ...more(things)].join('\n')
}

function more({ total, first }: SomeThings<unknown>): string[] {
  return total > first.length ? [`${' '.repeat(ROOM)}and ${formatCount(total - first.length)} more`] : []
}

function heading(kind: string): string {
  return upperFirst(kind.replaceAll('_', ' '))
}

/** Faults, outages and steps of the timeline. */
function happenings({ faults, delivery_faults, outages, timeline }: ScenarioContents, title: (text: string) => string): string[] {
  const part = (name: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`${title(name)}\n${lines.join('\n')}`]
  const inJson = (each: object): string => wrapWords(JSON.stringify(each).replaceAll(',"', ', "'), '  ')
  return [
    ...part('Faults', faults.map(inJson)),
    ...part('Delivery faults', delivery_faults.map(inJson)),
    ...Object.entries(outages).flatMap(([name, consists_of]) => part(`Outage ${name}`, consists_of.map(inJson))),
    ...part(
      'Timeline',
      timeline.map(({ at, trigger, ...rest }) =>
        entry(`  ${at}`, `${trigger} ${JSON.stringify(rest).replaceAll(',"', ', "')}`, ROOM),
      ),
    ),
  ]
}

/** Comments keep their lines. One that is too long goes on below, indented. */
function commentsText(comments: string): string {
  return comments
    .split('\n')
    .map((line) => {
      if (line.length + 2 <= COLUMNS) return line === '' ? '' : `  ${line}`
      const cut = line.slice(0, COLUMNS - 2).lastIndexOf(' ')
      const indent = ' '.repeat(line.length - line.trimStart().length + 4)
      return cut <= 0 ? `  ${line}` : `  ${line.slice(0, cut)}\n${wrapWords(line.slice(cut + 1), indent)}`
    })
    .join('\n')
}
