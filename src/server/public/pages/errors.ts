import { accepts } from 'hono/accepts'
import { html } from 'hono/html'
import type { PublicAnswerOf, PublicSchemas } from '../../../kernel/contract/public.ts'
import type { PublicOperations } from '../operation.ts'
import { ownPage, type Html } from './layout.ts'
import { json } from '../reply.ts'
import type { Reply } from '../../../kernel/support/reply.ts'

type CataloguedError = PublicSchemas['CataloguedError']

/** The headings of the page. */
const PARTS: { readonly [part in CataloguedError['part']]: string } = {
  service: 'Errors of the API',
  control: 'Errors of the control API',
  http: 'Requests that are not HTTP',
}

export const errorOperations = {
  async getErrorCatalogue({ call }) {
    const { catalogue } = await import('../../../kernel/contract/generated/catalogue.ts')
    const type = accepts(call.hono, { header: 'Accept', supports: ['text/html', 'application/json'], default: 'text/html' })
    const answer: PublicAnswerOf<'getErrorCatalogue'> = { errors: [...catalogue] }
    const { headers, ...reply } = type === 'application/json' ? json(200, answer) : await errorsPage(catalogue)
    return { ...reply, headers: { ...headers, vary: 'accept' } }
  },
} satisfies Partial<PublicOperations>

function errorsPage(catalogue: readonly CataloguedError[]): Promise<Reply> {
  const parts = Object.entries(PARTS).map(
    ([part, heading]) =>
      html`<h2>${heading}</h2>
        <dl>${catalogue.filter((error) => error.part === part).map(errorLines)}</dl>`,
  )
  return ownPage(
    200,
    'Errors',
    html`<h1>Errors</h1>
      <p>
        The <code>type</code> of every problem leads here. Its <code>title</code> and <code>status</code> name the error, its
        <code>detail</code> says what happened. The same as JSON: <code>Accept: application/json</code>.
      </p>
      ${parts}`,
  )
}

function errorLines({ word, status, title, when, remedy }: CataloguedError): Html {
  const requested = word === undefined ? '' : html` · <code>X-Trigger-Error: ${word}</code>`
  return html`<div ${word === undefined ? '' : html`id="${word}"`}>
    <dt>${status}${requested}</dt>
    <dd><strong>${title}</strong><br />${inCode(when)}<br />What to do: ${inCode(remedy)}</dd>
  </div>`
}

/** Converts the parts of a sentence between backticks to code. */
function inCode(sentence: string): (string | Html)[] {
  return sentence.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))
}
