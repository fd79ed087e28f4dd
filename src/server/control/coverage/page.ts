import { AnsweredText, type ControlSchemas } from '../../../kernel/contract/control.ts'
import { sha256 } from '../../../kernel/support/digest.ts'
import { escapeHtml } from '../../../kernel/support/escape.ts'
import { formatCount } from '../../../kernel/support/format-count.ts'
import { byResource, countedSentence, calledCoverage } from './gaps.ts'

type Operation = ControlSchemas['CoveredOperation']

/** A part of the contract and the number of calls that covered it. */
interface CoveredPart {
  readonly calls: number
  readonly injected?: number
  readonly expected?: boolean
}

const STYLE = `
:root { color-scheme: light dark }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
th { padding-right: 1rem; font-weight: 400; text-align: left }
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
export function coveragePage(coverage: ControlSchemas['ContractCoverage']): AnsweredText {
  const { operations, common_errors: errors, public: pages, world } = coverage
  const { sentence, shares } = calledCoverage(coverage)
  const title = escapeHtml(world === undefined ? 'Contract coverage' : `Contract coverage of ${world}`)
  const totalRows = shares.map(([words, each]) => `<tr><th scope="row">${words}</th><td>${share(each)}</td></tr>`)
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · maildouble</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(countedSentence(coverage))}</p>
<p><strong>${sentence}</strong></p>
<table><tbody>${totalRows.join('')}</tbody></table>
<input type="checkbox" id="never"> <label for="never">Show only what was never covered</label>
<div class="parts">
<section class="${stateOf(errors)}">
<h2>Errors of any call</h2>
<ul>${errors.map(errorLine).join('')}</ul>
</section>
${byResource(operations)
  .map(([resource, each]) => section(resource, each))
  .join('\n')}
${section('Pages, files and the sign-in', pages.operations)}
</div>
</main>
</body>
</html>
`
  return new AnsweredText('text/html', html, HEADERS)
}

/** One operation as a line that expands to its parts. */
function operationLines({ operation, method, path, calls, totals, ...parts }: Operation): string {
  const kinds = [
    ['Statuses', parts.statuses.map((each) => line(String(each.status), each))],
    ['Errors', parts.errors.map(errorLine)],
    ['Query parameters', parts.parameters.map(memberLine)],
    ['Body fields', parts.fields.map(memberLine)],
  ] as const
  const lists = kinds.flatMap(([words, lines]) => (lines.length === 0 ? [] : [`<h3>${words}</h3><ul>${lines.join('')}</ul>`]))
  return `<details class="${stateOfAll([totals.all])}">
<summary><b>${method}</b> ${code(path)} ${escapeHtml(operation)}: ${calls > 0 ? share(totals.all) : 'never called'}${injectedIn(parts)}</summary>
${lists.join('\n')}
</details>`
}

function section(heading: string, operations: readonly Operation[]): string {
  const state = stateOfAll(operations.map(({ totals }) => totals.all))
  return `<section id="${escapeHtml(heading.replaceAll(' ', '-'))}" class="${state}">
<h2>${escapeHtml(heading)}</h2>
${operations.map(operationLines).join('\n')}
</section>`
}

function errorLine(error: ControlSchemas['CoveredError']): string {
  return line(error.error, error, ` ${error.status} ${escapeHtml(error.title)}`)
}

function memberLine({ name, calls, values = [] }: ControlSchemas['CoveredMember']): string {
  const listed = values.map((each) => line(each.value, each)).join('')
  return `<li class="${stateOf([{ calls }, ...values])}">${code(name)} ${callCount({ calls })}${listed && `<ul>${listed}</ul>`}</li>`
}

function line(name: string, part: CoveredPart, aside = ''): string {
  return `<li class="${part.expected === false ? 'met' : stateOf([part])}">${code(name)}${aside} ${callCount(part)}</li>`
}

/** How often a part was covered. An undeclared part without calls is not marked as missing. */
function callCount(part: CoveredPart): string {
  const { calls, expected = true } = part
  return `<span class="calls">${calls > 0 ? formatCount(calls) : expected ? 'never' : ''}</span>${injectedIn(part)}`
}

function injectedIn({ injected = 0 }: { readonly injected?: number }): string {
  return injected > 0 ? ` +${formatCount(injected)} injected` : ''
}

/** A path or JSON pointer that may wrap before each slash. */
function code(path: string): string {
  return `<code>${escapeHtml(path).replaceAll('/', '<wbr>/')}</code>`
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
