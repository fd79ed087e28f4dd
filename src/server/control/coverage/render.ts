import { html, raw } from 'hono/html'
import { AnsweredText, type ControlSchemas } from '../../../kernel/contract/control.ts'
import { sha256 } from '../../../kernel/support/digest.ts'
import { formatCount, textBar } from '../../../kernel/support/words.ts'
import { type CoverageOutline, type Fold, outlineCoverage } from './outline.ts'

/** Part of the page. Every value in it is escaped. */
type Html = ReturnType<typeof html>

const STYLE = `
:root { color-scheme: light dark }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
summary { padding: .25rem 0; cursor: pointer }
`

/** The page runs and loads nothing; only its own style sheet applies. */
const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${Buffer.from(sha256(STYLE), 'hex').toString('base64')}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Coverage as a self-contained HTML page without scripts. The inspector shows the same with all counts. */
export async function coveragePage(coverage: ControlSchemas['ContractCoverage']): Promise<AnsweredText> {
  const { title, sentences, shares, sections, never } = outlineCoverage(coverage)
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
          ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
          <ul>
            ${shares.map(([words, { met, total }]) => html`<li>${words}: ${formatCount(met)} of ${formatCount(total)}</li>`)}
          </ul>
          ${sections.map(
            ({ heading, folds }) =>
              html`<h2>${heading}</h2>
                ${folds.map(foldOnPage)}`,
          )}
          ${never.map(foldOnPage)}
        </main>
      </body>
    </html> `
  return new AnsweredText('text/html', String(page), HEADERS)
}

function foldOnPage({ name, summary, lines }: Fold): Html {
  return html`<details>
    <summary>${name === undefined ? '' : html`<b>${name}</b> `}${summary}</summary>
    <ul>
      ${lines.map(([label, names]) => html`<li>${label}: ${names.map((each) => html`<code>${each}</code> `)}</li>`)}
    </ul>
  </details>`
}

/** Coverage as Markdown, for the summary of a CI run. */
export function coverageMarkdown(coverage: ControlSchemas['ContractCoverage']): AnsweredText {
  const { title, sentences, shares, sections, never } = outlineCoverage(coverage)
  const text = [
    `# ${title}`,
    sentences.join(' '),
    ['| | Met | Of | |', '|---|---:|---:|---|', ...shares.map(shareInMarkdown)].join('\n'),
    ...sections.flatMap(({ heading, folds }) => [`## ${heading}`, ...folds.map(foldInMarkdown)]),
    ...never.map(foldInMarkdown),
    '',
  ]
  return new AnsweredText('text/markdown', text.join('\n\n'))
}

function shareInMarkdown([words, { met, total, percent }]: CoverageOutline['shares'][number]): string {
  return `| ${words} | ${formatCount(met)} | ${formatCount(total)} | \`${textBar(percent, 20)}\` ${percent} % |`
}

function foldInMarkdown({ name, summary, lines }: Fold): string {
  const bold = name === undefined ? '' : `<b>${name}</b> `
  const listed = lines.map(([label, names]) => `- ${label}: ${names.map((each) => `\`${each}\``).join(', ')}`)
  return [`<details><summary>${bold}${summary}</summary>`, listed.join('\n'), '</details>'].join('\n\n')
}
