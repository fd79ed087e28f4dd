// Makes the reference page of states from the state machines in src/service/.
import { settingsIn } from './settings.mjs'
import { machinesIn } from './sources.mjs'

/** @typedef {Record<string, any>} Json */
/** @typedef {{ readonly from: readonly string[], readonly to: string, readonly unless?: ((row: never) => boolean) | undefined }} Move */
/** @typedef {{ readonly name: string, readonly states: { readonly [state: string]: 'initial' | 'reached' }, readonly moves: { readonly [name: string]: Move } }} Machine */

/** @param {readonly Machine[]} machines @param {Json} control the control API's contract */
export function machinesPage(machines, control) {
  const sources = machinesIn('src/service')
  return [
    '# State machines',
    '',
    'A status changes only by a move in one of these tables; any other change is rejected. The object itself can also prevent a',
    'move: the tables name the reason after *unless*.',
    '',
    ...machines
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((machine) => {
        const source = sources.get(machine.name)
        return [
          '',
          `## ${machine.name}`,
          '',
          ...(source
            ? [source.says, '', `[${source.file}](https://github.com/maildouble/maildouble/blob/main/${source.file})`, '']
            : []),
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
function statesOf({ states }) {
  return Object.keys(states)
}

/** A table with a row per state and a column per move; cells name the next state. @param {Machine} machine */
function table(machine) {
  const moves = Object.entries(machine.moves)
  return [
    `| | ${moves.map(([name]) => `${name}${reason(machine.moves[name], '<br>*', '*')}`).join(' | ')} |`,
    `|---|${moves.map(() => '---|').join('')}`,
    ...statesOf(machine).map((state) => {
      const cells = moves.map(([, { from, to }]) => (from.includes(state) ? to : '–'))
      return `| **${state}**${machine.states[state] === 'initial' ? ' (initial)' : ''} | ${cells.join(' | ')} |`
    }),
  ]
}

/** A diagram with one arrow per pair of states, labelled with its moves. @param {Machine} machine */
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
    ...statesOf(machine)
      .filter((state) => machine.states[state] === 'initial')
      .map((state) => `  [*] --> ${state}`),
    ...[...arrows].map(([arrow, names]) => `  ${arrow}: ${names.join(', ')}`),
    ...statesOf(machine)
      .filter((state) => !left.has(state))
      .map((state) => `  ${state} --> [*]`),
    '```',
  ]
}

/** The reason for rejecting a move, from the name of the deciding function. @param {Move | undefined} move @param {string} open
 * @param {string} close */
function reason(move, open, close) {
  if (!move?.unless) return ''
  // The bundler numbers functions that have the same name.
  const words = move.unless.name.replace(/\$\d+$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${open}unless ${words.replace(/^is /, '')}${close}`
}

/** What expires, each with the setting of its lifetime or with the fixed lifetime. */
const EXPIRIES = [
  ['An authorization code', 'oauth.code_lifetime'],
  ['The form of the page on which the user approves', 'ten minutes'],
  ["The URL of a batch's results, from the call that answered it", 'batch.url_lifetime'],
  ["A batch's results", 'seven days'],
  ['An account export, and its file', '90 days'],
  ['The stats of a list', 'stats_cache'],
]

/** @param {Json} control */
function expiries(control) {
  const settings = new Map(settingsIn(control.components.schemas.Settings))
  return [
    '',
    '## Expiry',
    '',
    'Expiry is neither a move nor a job: the lifetime of a thing is compared with the clock of the world when the thing is used. The thing is',
    'invalid from the exact instant at which its lifetime ends.',
    '',
    '| | Lifetime | Setting |',
    '|---|---|---|',
    ...EXPIRIES.map(([what, lifetime = '']) => {
      const setting = settings.get(lifetime)
      return `| ${what} | ${setting ? `\`${setting.default}\`` : lifetime} | ${setting ? `[\`${lifetime}\`](settings)` : ''} |`
    }),
  ]
}
