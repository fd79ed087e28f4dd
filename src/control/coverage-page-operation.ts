import type { Schemas } from '../contract/control.ts'
import { escapeHtml } from '../support/escape.ts'
import { counted } from './coverage-gaps.ts'
import { bar, often, pathCode, stateOf, type Part } from './coverage-page-parts.ts'

/** One operation: a line that opens on what was met of it. */
export function operationLines(covered: Schemas['CoveredOperation']): string {
  const { operation, method, path, calls, injected, totals, statuses, errors, parameters, fields } = covered
  const { met, total } = totals.all
  const state = met === total ? 'met' : 'never'
  const score = calls > 0 ? `${met} of ${total}` : 'never called'
  const aside = injected > 0 ? ` <span class="aside">+${counted(injected)} injected</span>` : ''
  return `<details class="operation card ${state}">
<summary><span class="what"><b>${method}</b> ${pathCode(path)}</span><span class="name">${escapeHtml(operation)}</span>${bar(totals.all)}<span class="score">${score}${aside}</span></summary>
<div class="kinds">
${kind('Statuses', statuses.map(statusLine))}${kind('Errors', errors.map(errorLine))}${kind('Query parameters', parameters.map(memberLine))}${kind('Body fields', fields.map(memberLine))}
</div>
</details>`
}

/** Errors, a line each. */
export function errorLines(errors: readonly Schemas['CoveredError'][]): string {
  return errors.map(errorLine).join('')
}

function kind(words: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<div><h3>${words}</h3><ul class="lines">${lines.join('')}</ul></div>\n`
}

function statusLine(status: Schemas['CoveredStatus']): string {
  return line(String(status.status), status)
}

function errorLine(error: Schemas['CoveredError']): string {
  return line(error.error, error, ` <span class="aside">${error.status} ${escapeHtml(error.title)}</span>`)
}

function line(name: string, part: Part, aside = ''): string {
  const state = part.expected === false ? 'met besides' : stateOf([part])
  return `<li class="${state}"><span>${pathCode(name)}${aside}</span>${often(part)}</li>`
}

function memberLine({ name, calls, values = [] }: Schemas['CoveredMember']): string {
  const state = stateOf([{ calls }, ...values])
  const listed = values.map((each) => `<li class="${stateOf([each])}"><code>${escapeHtml(each.value)}</code>${often(each)}</li>`)
  return `<li class="${calls > 0 ? 'sent ' : ''}${state}"><span>${pathCode(name)}</span>${often({ calls })}${listed.length > 0 ? `<ul class="values">${listed.join('')}</ul>` : ''}</li>`
}
