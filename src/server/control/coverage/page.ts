import { html, raw } from 'hono/html'
import { AnsweredText, type ControlSchemas } from '../../../kernel/contract/control.ts'
import { sha256 } from '../../../kernel/support/digest.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { byResource, countedSentence, calledCoverage } from './gaps.ts'

type ShownOperation = ControlSchemas['CoveredOperation']

/** Part of the page. Every value in it is escaped. */
type Html = ReturnType<typeof html>

/** A part of the contract and the number of calls that covered it. */
interface CoveredPart {
  readonly calls: number
  readonly injected?: number
  readonly expected?: boolean
}

const STYLE = `
:root { color-scheme: light dark }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
summary { padding: .25rem 0; cursor: pointer }
.calls { font-weight: 600 }
#never:checked ~ .parts .met { display: none }
`

/** The page runs and loads nothing; only its own style sheet applies. */
const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${Buffer.from(sha256(STYLE), 'hex').toString('base64')}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Coverage as a self-contained HTML page without scripts. The inspector shows the same with more comfort. */
export async function coveragePage(coverage: ControlSchemas['ContractCoverage']): Promise<AnsweredText> {
  const { operations, common_errors: errors, public: pages, world } = coverage
  const { sentence, shares } = calledCoverage(coverage)
  const title = world === undefined ? 'Contract coverage' : `Contract coverage of ${world}`
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · maildouble</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${countedSentence(coverage)}</p>
          <p><strong>${sentence}</strong></p>
          ${list(shares.map(([words, each]) => html`<li>${words}: ${share(each)}</li>`))}
          <input type="checkbox" id="never" /> <label for="never">Show only what was never covered</label>
          <div class="parts">
            ${section('Errors of any call', stateOf(errors), list(errors.map(errorLine)))}
            ${byResource(operations).map(([resource, each]) => operationsSection(resource, each))}
            ${operationsSection('Pages, files and the sign-in', pages.operations)}
          </div>
        </main>
      </body>
    </html> `
  return new AnsweredText('text/html', String(page), HEADERS)
}

function operationsSection(heading: string, operations: readonly ShownOperation[]): Html {
  const state = stateOfAll(operations.map(({ totals }) => totals.all))
  return section(heading, state, operations.map(operationLines))
}

function section(heading: string, state: string, contents: unknown): Html {
  return html`<section id="${heading.replaceAll(' ', '-')}" class="${state}">
    <h2>${heading}</h2>
    ${contents}
  </section>`
}

/** One operation as a line that expands to its parts. */
function operationLines({ operation, method, path, calls, totals, ...parts }: ShownOperation): Html {
  const covered = calls > 0 ? share(totals.all) : 'never called'
  const kinds = [
    ['Statuses', parts.statuses.map((each) => renderCoveredPart(String(each.status), each))],
    ['Errors', parts.errors.map(errorLine)],
    ['Query parameters', parts.parameters.map(memberLine)],
    ['Body fields', parts.fields.map(memberLine)],
  ] as const
  return html`<details class="${stateOfAll([totals.all])}">
    <summary><b>${method}</b> ${code(path)} ${operation}: ${covered}${injectedIn(parts)}</summary>
    ${kinds.map(([words, lines]) => lines.length > 0 && [html`<h3>${words}</h3>`, list(lines)])}
  </details>`
}

function list(lines: readonly Html[]): Html | '' {
  return lines.length > 0
    ? html`<ul>
        ${lines}
      </ul>`
    : ''
}

function errorLine(error: ControlSchemas['CoveredError']): Html {
  return renderCoveredPart(error.error, error, ` ${error.status} ${error.title}`)
}

function memberLine({ name, calls, values = [] }: ControlSchemas['CoveredMember']): Html {
  const listed = list(values.map((each) => renderCoveredPart(each.value, each)))
  return html`<li class="${stateOf([{ calls }, ...values])}">${code(name)} ${callCount({ calls })}${listed}</li>`
}

function renderCoveredPart(name: string, part: CoveredPart, aside = ''): Html {
  return html`<li class="${part.expected === false ? 'met' : stateOf([part])}">${code(name)}${aside} ${callCount(part)}</li>`
}

/** How often a part was covered. An undeclared part without calls is not marked as missing. */
function callCount(part: CoveredPart): Html {
  const { calls, expected = true } = part
  const count = calls > 0 ? formatCount(calls) : expected ? 'never' : ''
  return html`<span class="calls">${count}</span>${injectedIn(part)}`
}

function injectedIn({ injected = 0 }: { readonly injected?: number }): string {
  return injected > 0 ? ` +${formatCount(injected)} injected` : ''
}

/** A path or JSON pointer that may wrap before each slash. */
function code(path: string): Html {
  const [first, ...rest] = path.split('/')
  return html`<code>${first}${rest.map((each) => html`<wbr />/${each}`)}</code>`
}

function share({ met, total }: Pick<ControlSchemas['CoverageShare'], 'met' | 'total'>): string {
  return `${formatCount(met)} of ${formatCount(total)}`
}

function stateOf(parts: readonly CoveredPart[]): 'met' | 'never' {
  return parts.every(({ calls }) => calls > 0) ? 'met' : 'never'
}

function stateOfAll(shares: readonly Pick<ControlSchemas['CoverageShare'], 'met' | 'total'>[]): 'met' | 'never' {
  return shares.every(({ met, total }) => met === total) ? 'met' : 'never'
}
