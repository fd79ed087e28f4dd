// docs/internals/state-machines.md: the life of each kind of thing that has states, from the machines of the program.
import { settingsIn } from './settings.mjs'
import { machinesIn } from './sources.mjs'

/** @typedef {Record<string, any>} Json */
/** @typedef {{ readonly from: readonly string[], readonly to: string, readonly unless?: ((row: never) => boolean) | undefined }} Move */
/** @typedef {{ readonly name: string, readonly initial: readonly string[], readonly moves: { readonly [name: string]: Move } }} Machine */

/** @param {readonly Machine[]} machines @param {Json} control the control API's contract */
export function machinesPage(machines, control) {
  const sources = machinesIn('src/resources')
  return [
    '# State machines',
    '',
    'A status changes by a move of one of these tables and in no other way; what a table does not have is refused. A move may be',
    'refused for a reason in the thing itself as well: the tables name it after *unless*.',
    '',
    'This page is written by `npm run docs` from the machines in `src/resources/`.',
    ...machines
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((machine) => {
        const source = sources.get(machine.name)
        return [
          '',
          `## ${machine.name}`,
          '',
          ...(source ? [source.says, '', `[${source.file}](../../${source.file})`, ''] : []),
          ...table(machine),
          '',
          ...diagram(machine),
        ]
      }),
    ...expiries(control),
    '',
  ].join('\n')
}

/** @param {Machine} machine */
function statesOf({ initial, moves }) {
  return [...new Set([...initial, ...Object.values(moves).flatMap(({ from, to }) => [...from, to])])]
}

/** A line for each state, a column for each move, and where it leads. @param {Machine} machine */
function table(machine) {
  const moves = Object.entries(machine.moves)
  return [
    `| | ${moves.map(([name]) => `${name}${reason(machine.moves[name], '<br>*', '*')}`).join(' | ')} |`,
    `|---|${moves.map(() => '---|').join('')}`,
    ...statesOf(machine).map((state) => {
      const cells = moves.map(([, { from, to }]) => (from.includes(state) ? to : '–'))
      return `| **${state}**${machine.initial.includes(state) ? ' (initial)' : ''} | ${cells.join(' | ')} |`
    }),
  ]
}

/** One arrow from state to state, with all moves that lead this way. @param {Machine} machine */
function diagram(machine) {
  /** @type {Map<string, string[]>} */
  const arrows = new Map()
  for (const [name, { from, to }] of Object.entries(machine.moves)) {
    for (const state of from) {
      const arrow = `${state} --> ${to}`
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), name])
    }
  }
  const left = new Set(Object.values(machine.moves).flatMap(({ from }) => from))
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...machine.initial.map((state) => `  [*] --> ${state}`),
    ...[...arrows].map(([arrow, names]) => `  ${arrow}: ${names.join(', ')}`),
    ...statesOf(machine)
      .filter((state) => !left.has(state))
      .map((state) => `  ${state} --> [*]`),
    '```',
  ]
}

/** Why a move may be refused, in the words of the function that says so. @param {Move | undefined} move @param {string} open
 * @param {string} close */
function reason(move, open, close) {
  if (!move?.unless) return ''
  // A bundler may number functions of one name.
  const words = move.unless.name.replace(/\$\d+$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${open}unless ${words.replace(/^is /, '')}${close}`
}

/** What grows too old, by the setting that says when, or by what the program says. */
const EXPIRIES = [
  ['An authorization code', 'oauth.code_lifetime'],
  ['The form of the page on which a user approves', 'ten minutes'],
  ["The address of a batch's results, counted from the call that gave it out", 'batch.url_lifetime'],
  ["A batch's results", 'seven days'],
  ['An account export, and its file', '90 days'],
  ['The counts that a list shows', 'stats_cache'],
]

/** @param {Json} control */
function expiries(control) {
  const settings = new Map(settingsIn(control.components.schemas.Settings))
  return [
    '',
    '## What expires',
    '',
    'Nothing expires by a move, nor by a job: what has a lifetime is compared with the clock of the world when it is used, and is',
    'too old from the very instant at which its time is over.',
    '',
    '| | Good for | Setting |',
    '|---|---|---|',
    ...EXPIRIES.map(([what, lifetime = '']) => {
      const setting = settings.get(lifetime)
      return `| ${what} | ${setting ? `\`${setting.default}\`` : lifetime} | ${setting ? `[\`${lifetime}\`](../settings.md)` : ''} |`
    }),
  ]
}
