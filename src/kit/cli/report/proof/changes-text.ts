import type { BehaviourChange } from './behaviour/index.ts'
import { grouped } from '../../../../kernel/support/grouped.ts'
import { type Paint, wrapWords } from '../../output.ts'

const TITLES: { readonly [Kind in BehaviourChange['kind']]: string } = {
  operations: 'Operations',
  schemas: 'Schemas of answers',
  errors: 'Errors',
  assumptions: 'Assumptions',
  settings: 'Settings',
}

/** Changes for a terminal, by kind and name, each with the old and the new text. */
export function changesText(changes: readonly BehaviourChange[], paint: Paint): string {
  return [...grouped(changes, ({ kind }) => kind)]
    .map(([kind, ofKind]) => {
      const names = [...grouped(ofKind, ({ name }) => name)]
      const blocks = names.map(([name, each]) => [`  ${name}`, ...each.flatMap((change) => linesOf(change, paint))].join('\n'))
      return [paint('bold', TITLES[kind]), ...blocks].join('\n')
    })
    .join('\n\n')
}

function linesOf({ place, from, to }: BehaviourChange, paint: Paint): string[] {
  return [
    ...(place === undefined || place === '' ? [] : [`    ${place}`]),
    paint('red', addLabel('old', from ?? 'not there')),
    paint('green', addLabel('new', to ?? 'not there any more')),
  ]
}

function addLabel(label: string, text: string): string {
  const indent = ' '.repeat('      old  '.length)
  return `      ${label}  ${wrapWords(text, indent).slice(indent.length)}`
}
