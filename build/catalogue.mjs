// Generates the error catalogue for its page: the errors of the service and those of maildouble itself.
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
    `import type { PublicSchemas } from '../public.ts'\n`,
    '/** Every error that can be answered, with its cause and remedy. */',
    `export const catalogue: readonly PublicSchemas['CataloguedError'][] = ${JSON.stringify(entries)}\n`,
  ].join('\n')
}

/** The titles of maildouble's own problems. Unlike the catalogue, they are loaded at startup. */
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
        `The error ${word ?? `${part} ${error.status}`} has no ${name}. Add it in spec/errors.yaml or spec/own-errors.yaml.`,
      )
  }
  const { status, title, when, remedy } = error
  return { part, ...(word === undefined ? {} : { word }), status, title, when, remedy }
}
