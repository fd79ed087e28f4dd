import { html, raw } from 'hono/html'
import { formatCount } from '../../../kernel/support/words.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import { ASPECTS } from '../../drift/finding.ts'
import { exitStatusOf, type AssumptionResult, type OperationResult, type Outcome, type Result } from '../../drift/result.ts'
import { causesIn, placeOf, type Cause } from './causes.ts'
import { agreementsIn, rankText, seenShares, settingsBlock, subject, verdict } from './words.ts'

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

type Html = ReturnType<typeof html>

/** A result as a self-contained page without scripts. `html` escapes all texts: they come from a server that may be hostile. */
export function resultPage(result: Result): string {
  const { outcome, stopped, operations, assumptions, settings, remarks } = result
  const causes = causesIn(result)
  const seen = operations.filter((each) => each.outcome !== 'not seen')
  const unseen = operations.filter((each) => each.outcome === 'not seen')
  return String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta
            http-equiv="content-security-policy"
            content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
          />
          <title>${verdict(result)} · maildouble</title>
          <style>
            ${raw(STYLE)}
          </style>
        </head>
        <body>
          <main>
            <h1 class="${classOf(outcome === 'unknown' ? 'not seen' : outcome)}">${verdict(result)}</h1>
            <p>${subject(result)} Exit status: ${exitStatusOf(result)}.</p>
            ${stopped === undefined ? '' : html`<p class="not-seen"><strong>The run is not complete:</strong> ${stopped}</p>`}
            ${causeSection(
              'Differences',
              causes.filter(({ isOld }) => !isOld),
            )}
            ${causeSection(
              'In answers older than the contract',
              causes.filter(({ isOld }) => isOld),
            )}
            ${
              settings.length === 0
                ? ''
                : html`<h2>Settings that the answers imply</h2>
                    <p>For a scenario:</p>
                    <pre>${settingsBlock(result)}</pre>`
            }
            ${
              remarks.length === 0
                ? ''
                : html`<h2>Remarks</h2>
                    <ul>
                      ${remarks.map(remark)}
                    </ul>`
            }
            <h2>Assumptions</h2>
            ${assumptionGroups(assumptions)}
            <h2>Operations</h2>
            ${operationTable(seen)}
            <details>
              <summary><span class="mark not-seen">${markOutcome('not seen')}</span> ${formatCount(unseen.length)}</summary>
              ${operationTable(unseen)}
            </details>
            <p class="dim">
              What was not seen neither agrees nor differs:
              ${seenShares(result)
                .map(([words, share]) => `${formatCount(share.total - share.seen)} of ${formatCount(share.total)} ${words}`)
                .join(', ')}.
            </p>
          </main>
        </body>
      </html> `,
  )
}

function causeSection(title: string, causes: readonly Cause[]): Html | string {
  if (causes.length === 0) return ''
  return html`<h2>${title}: ${formatCount(causes.length)}</h2>
    ${causes.map(causeCard)}`
}

function causeCard({ name, expected, found, places, times, assumptions }: Cause): Html {
  const relied = assumptions.map((id, index) => html`${index === 0 ? '' : ', '}<a href="#${id}"><code>${id}</code></a>`)
  return html`<div class="difference">
    <strong>${code(name)}</strong> <span class="dim">${formatCount(times, 'time')}</span>
    <dl>
      <dt>Expected</dt>
      <dd>${expected}</dd>
      <dt>Found</dt>
      <dd>${found}</dd>
      ${
        relied.length === 0
          ? ''
          : html`<dt>Assumed</dt>
              <dd>${relied}</dd>`
      }
    </dl>
    <details ${places.length === 1 ? raw('open') : ''}>
      <summary>${formatCount(places.length, 'place')}</summary>
      <ul>
        ${places.map((each) => html`<li>${code(placeOf(each))}${each.value === undefined ? '' : html`: <code>${each.value}</code>`}</li>`)}
      </ul>
    </details>
  </div>`
}

function remark({ operation, text, times }: Result['remarks'][number]): Html {
  const count = times === 1 ? '' : html` <span class="dim">${formatCount(times, 'time')}</span>`
  return html`<li>${operation === undefined ? 'The server' : code(operation)}: ${text}${count}</li>`
}

const ORDER: readonly Outcome[] = ['differs', 'agrees', 'not seen']

function assumptionGroups(assumptions: readonly AssumptionResult[]): Html[] {
  const groups = grouped(assumptions, ({ outcome }) => outcome)
  return ORDER.flatMap((outcome) => {
    const group = groups.get(outcome) ?? []
    if (group.length === 0) return []
    const summary = html`<span class="mark ${classOf(outcome)}">${markOutcome(outcome)}</span> ${formatCount(group.length)}`
    const columns = raw('<tr><th>Assumption</th><th>Says</th><th class="number">Agreed</th><th class="number">Differed</th></tr>')
    return html`<details ${outcome === 'differs' ? raw('open') : ''}>
      <summary>${summary}</summary>
      <table>
        <thead>
          ${columns}
        </thead>
        <tbody>
          ${group.map(assumptionRow)}
        </tbody>
      </table>
    </details>`
  })
}

function assumptionRow({ id, says, agreed, differed, ...rank }: AssumptionResult): Html {
  const aspects = Object.entries(agreed).map(([aspect, times]) => html`${formatCount(times)} ${wordOf(aspect)}<br />`)
  return html`<tr id="${id}">
    <td><code>${id}</code><br /><span class="dim">${rankText(rank)}</span></td>
    <td>${says}</td>
    <td class="number">${aspects}</td>
    <td class="number">${differed === 0 ? '' : formatCount(differed)}</td>
  </tr>`
}

function wordOf(aspect: string): string {
  return Object.entries(ASPECTS).find(([name]) => name === aspect)?.[1] ?? aspect
}

function operationTable(operations: readonly OperationResult[]): Html {
  const columns = raw(
    '<tr><th>Operation</th><th>Outcome</th><th class="number">Calls</th><th class="number">Members</th><th class="number">Agreed</th></tr>',
  )
  return html`<table>
    <thead>
      ${columns}
    </thead>
    <tbody>
      ${operations.map(operationRow)}
    </tbody>
  </table>`
}

function operationRow(result: OperationResult): Html {
  const { operation, method, path, outcome, calls, members } = result
  const isSeen = outcome !== 'not seen'
  return html`<tr id="${operation}">
    <td>${operation}<br /><span class="dim">${code(`${method} ${path}`)}</span></td>
    <td><span class="mark ${classOf(outcome)}">${markOutcome(outcome)}</span></td>
    <td class="number">${calls === 0 ? '' : formatCount(calls)}</td>
    <td class="number">${members.total === 0 || !isSeen ? '' : `${members.seen} of ${members.total}`}</td>
    <td class="number">${isSeen ? formatCount(agreementsIn(result)) : ''}</td>
  </tr>`
}

function markOutcome(outcome: Outcome): string {
  return { agrees: '✓ agrees', differs: '✗ differs', 'not seen': '○ not seen' }[outcome]
}

function classOf(outcome: Outcome): string {
  return outcome.replace(' ', '-')
}

/** A path or JSON pointer that may wrap before each slash. */
function code(path: string): Html {
  return html`<code>${path.split('/').map((step, index) => html`${index === 0 ? '' : raw('<wbr>/')}${step}`)}</code>`
}
