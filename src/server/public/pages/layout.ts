import { html, raw } from 'hono/html'
import type { Reply } from '../../../kernel/support/reply.ts'
import { page } from '../reply.ts'

/** Part of a page, made by `html`, which escapes every value. */
export type Html = ReturnType<typeof html>

/** A page of maildouble's own: a small document without scripts or external resources. */
export async function ownPage(status: number, title: string, main: Html): Promise<Reply> {
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · maildouble</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html> `
  const reply = page(status, String(document))
  // With no referrer at all, browsers would not send the origin of a form.
  return { ...reply, headers: { ...reply.headers, 'referrer-policy': 'same-origin' } }
}

const STYLE = `
:root { --ground: #f4f5f7; --card: #fff; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de; --strong: #0b5cad; --on-strong: #fff; --wrong: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d1117; --card: #161b22; --text: #e6edf3; --quiet: #9da7b3; --line: #3d444d; --strong: #79b8ff; --on-strong: #0d1117; --wrong: #ff9c94 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--card); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1.25rem }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; overflow-wrap: anywhere }
h2 { margin: 2rem 0 .75rem; font-size: 1.125rem }
code { font: .875em/1.5 ui-monospace, monospace }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
dl { margin: 0 0 1.5rem; border-bottom: 1px solid var(--line) }
dl div { padding: .625rem 0; border-top: 1px solid var(--line) }
dt { color: var(--quiet); font-size: .875rem }
dd { margin: 0; overflow-wrap: anywhere }
form { display: flex; flex-wrap: wrap; gap: .75rem }
button { flex: 1 1 auto; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--strong); border-radius: .375rem;
  background: none; color: var(--strong); font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer }
button:is([value=approve], .main) { background: var(--strong); color: var(--on-strong) }
form.fields { flex-direction: column; gap: 1rem }
.fields label, .fields legend { display: block; margin: 0 0 .25rem; padding: 0; font-weight: 600 }
.fields fieldset { margin: 0; padding: 0; border: 0 }
.fields :is(fieldset, .box) label { display: flex; gap: .5rem; font-weight: 400 }
.fields fieldset label.above { display: block; margin-top: .5rem }
.fields :is(input:not([type=radio], [type=checkbox]), select, textarea) { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--quiet);
  border-radius: .375rem; background: var(--card); color: inherit; font: inherit }
.fields [aria-invalid=true] { border-color: var(--wrong) }
.wrong { margin: .25rem 0 0; color: var(--wrong); font-weight: 600 }
.wrong[role=alert] { margin: 0 0 1rem }
.help { margin: .25rem 0 0; color: var(--quiet); font-size: .875rem }
:is(input, select, textarea, a):focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
button:focus-visible { outline: 3px solid var(--text); outline-offset: 2px }
.quiet { margin: 1.25rem 0 0; color: var(--quiet); font-size: .875rem }
@media (min-width: 34rem) {
  body { background: var(--ground) }
  main { margin: 3rem auto; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
}
`
