// The catalogue of errors as data for the page that shows it: what the service answers, and what maildouble answers in its own name.
import { ownErrors } from './spec.mjs'

/** @typedef {Record<string, any>} Json */

/** @param {Json} service */
export function catalogueOf(service) {
  const own = ownErrors()
  const entries = [
    ...Object.entries(service['x-errors']).map(([word, error]) => entry('service', error, word)),
    ...Object.entries(own).flatMap(([part, errors]) =>
      Object.entries(errors).map(([status, error]) => entry(part, { ...error, status: Number(status) })),
    ),
  ]
  return [
    `import type { Schemas } from '../public.ts'\n`,
    '/** Every error that can be answered, with when it comes and what to do. */',
    `export const catalogue: readonly Schemas['CataloguedError'][] = JSON.parse(${JSON.stringify(JSON.stringify(entries))})\n`,
  ].join('\n')
}

/** The titles of the problems that maildouble answers in its own name: loaded at the start, unlike the catalogue. */
export function ownTitles() {
  return Object.entries(ownErrors())
    .map(([part, errors]) => {
      const titles = Object.entries(errors).map(([status, { title }]) => `${status}: ${JSON.stringify(title)}`)
      return `/** The titles of these problems, by status. */\nexport const ${part}Titles = { ${titles.join(', ')} } as const\n`
    })
    .join('\n')
}

/** @param {string} part @param {Json} error @param {string} [word] */
function entry(part, error, word) {
  for (const name of ['status', 'title', 'when', 'remedy']) {
    if (!error[name])
      throw new Error(
        `The error ${word ?? `${part} ${error.status}`} has no ${name}; spec/errors.yaml and spec/own-errors.yaml need it.`,
      )
  }
  const { status, title, when, remedy } = error
  return { part, ...(word === undefined ? {} : { word }), status, title, when, remedy }
}
