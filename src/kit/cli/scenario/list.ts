import { ownScenarios } from '../../../service/scenarios/read/own-scenarios.ts'
import { listOverviews, type ListedScenario } from '../../../service/scenarios/read/overview.ts'
import { shippedScenarios } from '../../../service/scenarios/read/shipped-scenarios.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { entry, type Paint, paintFor } from '../output.ts'

export interface ListOptions {
  readonly scenarioDir?: string
  readonly json?: boolean
}

/** Prints the scenarios that a server can start with. */
export async function listScenarios({ scenarioDir, json = false }: ListOptions): Promise<void> {
  const listed = await listOverviews(scenarioDir === undefined ? shippedScenarios : await ownScenarios(scenarioDir))
  console.log(
    json ? JSON.stringify({ scenarios: listed }, undefined, 2) : listText(listed, scenarioDir, paintFor(process.stdout)),
  )
}

/** Scenarios grouped by source, each with its description and contents. */
export function listText(listed: readonly ListedScenario[], folder: string | undefined, paint: Paint): string {
  const room = Math.max(...listed.map(({ name }) => name.length)) + 4
  const part = (title: string, source: ListedScenario['source']): string[] => {
    const entries = listed.filter((each) => each.source === source).map((each) => formatScenario(each, room, paint))
    return entries.length === 0 ? [] : [paint('bold', title), ...entries]
  }
  return [...(folder === undefined ? [] : part(`In ${folder}`, 'folder')), ...part('Shipped', 'shipped')].join('\n\n')
}

function formatScenario(scenario: ListedScenario, room: number, paint: Paint): string {
  const named = (text: string): string => entry(`  ${scenario.name}`, text, room)
  if ('error' in scenario) return `${named('cannot be used:')}\n${paint('red', entry('', scenario.error, room))}`
  return `${named(scenario.description)}\n${paint('dim', entry('', contents(scenario), room))}`
}

function contents({
  holds: counts,
  faults,
  delivery_faults,
  outages,
  timeline,
  clock,
}: Exclude<ListedScenario, { readonly error: string }>): string {
  const things = Object.entries(counts).map(
    ([kind, count]) => `${formatCount(count)} ${singular(kind.replaceAll('_', ' '), count)}`,
  )
  return [
    ...(things.length > 0 ? things : ['no data']),
    ...(faults > 0 ? [formatCount(faults, 'fault')] : []),
    ...(delivery_faults > 0 ? [formatCount(delivery_faults, 'delivery fault')] : []),
    ...(outages.length > 0 ? [`${outages.length === 1 ? 'outage' : 'outages'} ${outages.join(' and ')}`] : []),
    ...(timeline > 0 ? [`${formatCount(timeline, 'step')} in the timeline`] : []),
    ...(clock.mode === 'frozen' ? [] : [`clock ${clock.mode}`]),
  ].join(', ')
}

function singular(kind: string, count: number): string {
  return count === 1 ? kind.replace(/ies$/, 'y').replace(/(?<=ch)es$|s$/, '') : kind
}
