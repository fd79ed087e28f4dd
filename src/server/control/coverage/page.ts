import { AnsweredText, type ControlSchemas } from '../../../kernel/contract/control.ts'
import { sha256 } from '../../../kernel/support/digest.ts'
import { escapeHtml } from '../../../kernel/support/escape.ts'
import { formatCount } from '../../../kernel/support/format-count.ts'
import { byResource, KINDS, countedSentence } from './gaps.ts'
import { STYLE } from './style.ts'

/** A progress bar. Hidden from screen readers, since the figures are next to it. */
function progressBar({ met, total }: Pick<ControlSchemas['CoverageShare'], 'met' | 'total'>): string {
  return `<progress value="${total === 0 ? 1 : met}" max="${Math.max(total, 1)}" aria-hidden="true"></progress>`
}

/** Whether all parts were covered. */
function coverageState(parts: readonly { readonly calls: number }[]): 'met' | 'never' {
  return parts.every(({ calls }) => calls > 0) ? 'met' : 'never'
}

/** How often a part was covered. An undeclared part without calls is not marked as missing. */
function callCount({ calls, injected = 0, expected = true }: CoveredPart): string {
  const words = calls > 0 ? formatCount(calls) : expected ? 'never' : ''
  return `<span class="often">${words}${injected > 0 ? ` <span class="aside">+${formatCount(injected)} injected</span>` : ''}</span>`
}

export interface CoveredPart {
  readonly calls: number
  readonly injected?: number
  readonly expected?: boolean
}

/** A path or JSON pointer that may wrap before each slash. */
function pathCode(path: string): string {
  return `<code>${escapeHtml(path).replaceAll('/', '<wbr>/')}</code>`
}

/** One operation as a line that expands to its parts. */
function operationLines(covered: ControlSchemas['CoveredOperation']): string {
  const { operation, method, path, calls, injected, totals, statuses, errors, parameters, fields } = covered
  const { met, total } = totals.all
  const state = met === total ? 'met' : 'never'
  const score = calls > 0 ? `${met} of ${total}` : 'never called'
  const aside = injected > 0 ? ` <span class="aside">+${formatCount(injected)} injected</span>` : ''
  return `<details class="operation card ${state}">
<summary><span class="what"><b>${method}</b> ${pathCode(path)}</span><span class="name">${escapeHtml(operation)}</span>${progressBar(totals.all)}<span class="score">${score}${aside}</span></summary>
<div class="kinds">
${kindSection('Statuses', statuses.map(statusLine))}${kindSection('Errors', errors.map(errorLine))}${kindSection('Query parameters', parameters.map(memberLine))}${kindSection('Body fields', fields.map(memberLine))}
</div>
</details>`
}

/** One line per error. */
export function errorLines(errors: readonly ControlSchemas['CoveredError'][]): string {
  return errors.map(errorLine).join('')
}

function kindSection(words: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<div><h3>${words}</h3><ul class="lines">${lines.join('')}</ul></div>\n`
}

function statusLine(status: ControlSchemas['CoveredStatus']): string {
  return line(String(status.status), status)
}

function errorLine(error: ControlSchemas['CoveredError']): string {
  return line(error.error, error, ` <span class="aside">${error.status} ${escapeHtml(error.title)}</span>`)
}

function line(name: string, part: CoveredPart, aside = ''): string {
  const state = part.expected === false ? 'met besides' : coverageState([part])
  return `<li class="${state}"><span>${pathCode(name)}${aside}</span>${callCount(part)}</li>`
}

function memberLine({ name, calls, values = [] }: ControlSchemas['CoveredMember']): string {
  const state = coverageState([{ calls }, ...values])
  const listed = values.map(
    (each) => `<li class="${coverageState([each])}"><code>${escapeHtml(each.value)}</code>${callCount(each)}</li>`,
  )
  return `<li class="${calls > 0 ? 'sent ' : ''}${state}"><span>${pathCode(name)}</span>${callCount({ calls })}${listed.length > 0 ? `<ul class="values">${listed.join('')}</ul>` : ''}</li>`
}

type Operation = ControlSchemas['CoveredOperation']

/** Coverage as a self-contained HTML page without scripts. */
export function coveragePage(coverage: ControlSchemas['ContractCoverage']): AnsweredText {
  const { totals, operations, common_errors, public: pages, world } = coverage
  const groups = byResource(operations)
  const title = world === undefined ? 'Contract coverage' : `Contract coverage of ${world}`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${totals.all.percent} % · ${escapeHtml(title)} · maildouble</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(countedSentence(coverage))}</p>
</header>
${summary(totals)}
<nav aria-label="Resources">
<h2>By resource</h2>
<ul class="resources">
${groups.map(([resource, each]) => resourceLine(resource, each)).join('\n')}
</ul>
</nav>
<input type="checkbox" id="never"><label for="never">Show only what was never covered</label>
${totals.all.met === totals.all.total ? '<p class="nothing">Everything was covered.</p>' : ''}
<div class="parts">
<section class="${coverageState(common_errors)}">
<h2>Errors of any call</h2>
<ul class="lines card">${errorLines(common_errors)}</ul>
</section>
${groups.map(([resource, each]) => resourceSection(resource, each)).join('\n')}
<section class="${stateOfAll(pages.operations)}">
<h2>Pages, files and the sign-in</h2>
<p>${formatCount(pages.calls, 'call')} covered ${formatCount(pages.totals.all.met)} of ${formatCount(pages.totals.all.total)} parts of their own contract.</p>
${pages.operations.map(operationLines).join('\n')}
</section>
</div>
</main>
</body>
</html>
`
  return new AnsweredText('text/html', html, HEADERS)
}

/** The page runs and loads nothing; only its own style sheet applies. */
const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${Buffer.from(sha256(STYLE), 'hex').toString('base64')}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

function summary(totals: ControlSchemas['CoverageTotals']): string {
  const rows = KINDS.map(
    ([kind, words]) =>
      `<tr><th scope="row">${words}</th><td class="wide">${progressBar(totals[kind])}</td><td>${totals[kind].percent} %</td><td>${formatCount(totals[kind].met)} of ${formatCount(totals[kind].total)}</td></tr>`,
  )
  return `<section class="summary card">
<p class="figure"><strong>${totals.all.percent} %</strong> <span>${formatCount(totals.all.met)} of ${formatCount(totals.all.total)} parts of the service's contract were covered</span></p>
<table><tbody>${rows.join('')}</tbody></table>
</section>`
}

function resourceLine(resource: string, operations: readonly Operation[]): string {
  const share = shareOf(operations)
  return `<li><a href="#${escapeHtml(resource)}">${escapeHtml(resource)}</a> ${progressBar(share)} <span>${share.percent} %</span></li>`
}

function resourceSection(resource: string, operations: readonly Operation[]): string {
  const { met, total } = shareOf(operations)
  return `<section id="${escapeHtml(resource)}" class="${stateOfAll(operations)}">
<h2>${escapeHtml(resource)} <span class="count">${met} of ${total}</span></h2>
${operations.map(operationLines).join('\n')}
</section>`
}

function stateOfAll(operations: readonly Operation[]): string {
  const { met, total } = shareOf(operations)
  return met === total ? 'met' : 'never'
}

function shareOf(operations: readonly Operation[]): ControlSchemas['CoverageShare'] {
  const met = operations.reduce((sum, { totals }) => sum + totals.all.met, 0)
  const total = operations.reduce((sum, { totals }) => sum + totals.all.total, 0)
  return { met, total, percent: Math.floor((1000 * met) / total) / 10 }
}
