import { escapeHtml } from '../../../kernel/support/escape.ts'
import { formatCount } from '../../../kernel/support/format-count.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import { ASPECTS } from '../../drift/finding.ts'
import type { AssumptionResult, FoundDifference, OperationResult, Outcome, Result, Share } from '../../drift/result.ts'
import { agreementsIn, differencesIn, percentOf, placeOf, rankText, seenRows, settingsBlock, subject, verdict } from './words.ts'

const STYLE = `
:root {
  color-scheme: light dark;
  --back: light-dark(#fff, #14171c);
  --card: light-dark(#f5f6f8, #1d2128);
  --line: light-dark(#d8dce2, #343a45);
  --text: light-dark(#1a1d23, #e4e7ec);
  --dim: light-dark(#5b6370, #98a1b0);
  --good: light-dark(#17693a, #6fd39a);
  --bad: light-dark(#b3261e, #ff8f86);
  --unseen: light-dark(#7a5a00, #e3be5c);
}
body { max-width: 66rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.6rem }
h2 { margin: 2.5rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.2rem }
h3 { margin: 1.25rem 0 .25rem; font-size: 1rem }
code, pre { font: .875rem/1.5 ui-monospace, monospace }
pre { padding: .75rem 1rem; border-radius: .4rem; background: var(--card); white-space: pre-wrap }
table { width: 100%; border-collapse: collapse }
th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400 }
th.number, td.number { padding-right: 0; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
thead th { color: var(--dim); font-size: .875rem }
.seen td:first-of-type { width: 40% }
progress { width: 100%; height: .7rem; accent-color: light-dark(#2f5fb3, #7ba4ec) }
summary { padding: .3rem 0; cursor: pointer }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .25rem 0 0 }
dt { color: var(--dim) }
dd { margin: 0 }
.dim { color: var(--dim) }
.agrees { color: var(--good) }
.differs { color: var(--bad) }
.not-seen { color: var(--unseen) }
.mark { font-weight: 600; white-space: nowrap }
.difference { margin: .5rem 0; padding: .6rem .9rem; border-left: .25rem solid var(--bad); border-radius: .2rem; background: var(--card) }
`

/** A result as a self-contained page without scripts. All texts are escaped: they come from a server that may be hostile. */
export function resultPage(result: Result): string {
  const { outcome, stopped, operations, assumptions, elsewhere, settings, remarks } = result
  const differing = operations.filter(({ differences }) => differences.length > 0)
  const state = outcome === 'unknown' ? 'not seen' : outcome
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(verdict(result))} · maildouble</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 class="${classOf(state)}">${escapeHtml(verdict(result))}</h1>
<p>${escapeHtml(subject(result))}</p>
${stopped === undefined ? '' : `<p class="not-seen"><strong>The run ended early:</strong> ${escapeHtml(stopped)}</p>`}
<h2>Seen</h2>
<table class="seen"><tbody>${seenRows(result)
    .map(([words, share]) => seenRow(words, share))
    .join('')}</tbody></table>
<p class="dim">What was not seen was not compared: it neither agrees nor differs.</p>
<h2>Differences: ${formatCount(differencesIn(result))}</h2>
${differing.map(differingOperation).join('\n')}
${elsewhere.differences.length === 0 ? '' : `<h3>At paths without an operation</h3>${elsewhere.differences.map(difference).join('\n')}`}
${settings.length === 0 ? '' : `<h2>Settings that the answers imply</h2><p>For a scenario:</p><pre>${escapeHtml(settingsBlock(result))}</pre>`}
${remarks.length === 0 ? '' : `<h2>Remarks</h2><ul>${remarks.map(remark).join('')}</ul>`}
<h2>Assumptions</h2>
${assumptionGroups(assumptions)}
<h2>Operations</h2>
${operationTable(operations)}
</main>
</body>
</html>
`
}

function seenRow(words: string, share: Share): string {
  const percent = percentOf(share)
  return `<tr><th scope="row">${words}</th><td><progress max="100" value="${percent}" aria-label="${words}"></progress></td><td class="number">${formatCount(share.seen)} of ${formatCount(share.total)}</td><td class="number">${percent.toFixed(1)} %</td></tr>`
}

function differingOperation({ operation, method, path, differences }: OperationResult): string {
  return `<section id="${escapeHtml(operation)}">
<h3>${escapeHtml(operation)} <code class="dim">${escapeHtml(`${method} ${path}`)}</code></h3>
${differences.map(difference).join('\n')}
</section>`
}

function difference(given: FoundDifference): string {
  const { expected, found, value, times, assumptions } = given
  const relied = assumptions.map((id) => `<a href="#${escapeHtml(id)}"><code>${escapeHtml(id)}</code></a>`).join(', ')
  return `<div class="difference"><strong>${code(placeOf(given))}</strong> <span class="dim">${formatCount(times, 'time')}</span>
<dl><dt>Expected</dt><dd>${escapeHtml(expected)}</dd><dt>Found</dt><dd>${escapeHtml(found)}${value === undefined ? '' : `: <code>${escapeHtml(value)}</code>`}</dd>${relied === '' ? '' : `<dt>Assumed</dt><dd>${relied}</dd>`}</dl></div>`
}

function remark({ operation, text, times }: Result['remarks'][number]): string {
  return `<li>${operation === undefined ? 'The server' : code(operation)}: ${escapeHtml(text)}${times === 1 ? '' : ` <span class="dim">${formatCount(times, 'time')}</span>`}</li>`
}

const ORDER: readonly Outcome[] = ['differs', 'agrees', 'not seen']

function assumptionGroups(assumptions: readonly AssumptionResult[]): string {
  const groups = grouped(assumptions, ({ outcome }) => outcome)
  return ORDER.map((outcome) => {
    const group = groups.get(outcome) ?? []
    if (group.length === 0) return ''
    return `<details${outcome === 'differs' ? ' open' : ''}><summary><span class="mark ${classOf(outcome)}">${marked(outcome)}</span> ${formatCount(group.length)}</summary>
<table><thead><tr><th>Assumption</th><th>Says</th><th class="number">Agreed</th><th class="number">Differed</th></tr></thead><tbody>${group.map(assumptionRow).join('')}</tbody></table></details>`
  }).join('\n')
}

function assumptionRow({ id, says, agreed, differed, ...rank }: AssumptionResult): string {
  const aspects = Object.entries(agreed).map(([aspect, times]) => `${formatCount(times)} ${wordOf(aspect)}`)
  return `<tr id="${escapeHtml(id)}"><td><code>${escapeHtml(id)}</code><br><span class="dim">${escapeHtml(rankText(rank))}</span></td><td>${escapeHtml(says)}</td><td class="number">${aspects.join('<br>')}</td><td class="number">${differed === 0 ? '' : formatCount(differed)}</td></tr>`
}

function wordOf(aspect: string): string {
  return escapeHtml(Object.entries(ASPECTS).find(([name]) => name === aspect)?.[1] ?? aspect)
}

function operationTable(operations: readonly OperationResult[]): string {
  const rows = operations.map((each) => {
    const { operation, method, path, outcome, calls, members } = each
    const name =
      outcome === 'differs' ? `<a href="#${escapeHtml(operation)}">${escapeHtml(operation)}</a>` : escapeHtml(operation)
    return `<tr><td>${name}<br><code class="dim">${escapeHtml(`${method} ${path}`).replaceAll('/', '<wbr>/')}</code></td><td><span class="mark ${classOf(outcome)}">${marked(outcome)}</span></td><td class="number">${calls === 0 ? '' : formatCount(calls)}</td><td class="number">${members.total === 0 || outcome === 'not seen' ? '' : `${members.seen} of ${members.total}`}</td><td class="number">${outcome === 'not seen' ? '' : formatCount(agreementsIn(each))}</td></tr>`
  })
  return `<table><thead><tr><th>Operation</th><th>Outcome</th><th class="number">Calls</th><th class="number">Members</th><th class="number">Agreed</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function marked(outcome: Outcome): string {
  return { agrees: '✓ agrees', differs: '✗ differs', 'not seen': '○ not seen' }[outcome]
}

function classOf(outcome: Outcome): string {
  return outcome.replace(' ', '-')
}

/** A path or JSON pointer that may wrap before each slash. */
function code(path: string): string {
  return `<code>${escapeHtml(path).replaceAll('/', '<wbr>/')}</code>`
}
