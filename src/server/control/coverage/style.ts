/** The style sheet of the coverage page. */
export const STYLE = `
:root { --ground: #f4f5f7; --card: #fff; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de; --strong: #0b5cad;
  --good: #1a7f37; --never: #8a5300; --track: #e3e7ec }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0d1117; --card: #161b22; --text: #e6edf3; --quiet: #9da7b3; --line: #3d444d; --strong: #79b8ff;
    --good: #56d364; --never: #e3b341; --track: #30363d }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { margin: 0 0 .25rem; font-size: 1.625rem; line-height: 1.25; overflow-wrap: anywhere }
h2 { margin: 2rem 0 .75rem; font-size: 1.125rem }
h3 { margin: 0 0 .25rem; color: var(--quiet); font-size: .8125rem; font-weight: 600 }
p { margin: 0 0 1rem }
header p, section > p { color: var(--quiet) }
code { font: .875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
ul { margin: 0; padding: 0; list-style: none }
a { color: var(--strong) }
:is(a, summary, input):focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; border-radius: .25rem }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
.aside, .count { color: var(--quiet); font-size: .8125rem; font-weight: 400 }

progress { appearance: none; width: 100%; min-width: 3rem; height: .5rem; border: 0; border-radius: .25rem; background: var(--track);
  overflow: hidden; vertical-align: middle }
progress::-webkit-progress-bar { background: var(--track) }
progress::-webkit-progress-value { background: var(--good) }
progress::-moz-progress-bar { background: var(--good) }

.summary { padding: 1.25rem }
.figure { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .75rem }
.figure strong { color: var(--text); font-size: 2.5rem; line-height: 1.1; font-variant-numeric: tabular-nums }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th { padding: .375rem 1rem .375rem 0; font-weight: 400; text-align: left; white-space: nowrap }
td { padding: .375rem 0 .375rem 1rem; text-align: right; white-space: nowrap }
td.wide { width: 60%; padding-left: 0 }

.resources { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: .25rem 2rem }
.resources li { display: grid; grid-template-columns: 1fr 5rem 3.75rem; align-items: center; gap: .75rem }
.resources a { padding: .25rem 0; overflow-wrap: anywhere }
.resources span { text-align: right; font-variant-numeric: tabular-nums }

#never { width: 1.25rem; height: 1.25rem; margin: 2rem .625rem 0 0; accent-color: var(--strong); vertical-align: -.25rem }
label { padding: .5rem 0; font-weight: 600 }
.nothing { display: none; margin-top: 1rem }
#never:checked ~ .nothing { display: block }
#never:checked ~ .parts .met { display: none }

.operation { margin: 0 0 .5rem }
summary { display: grid; grid-template-columns: minmax(0, 1fr) 12rem 6rem 8rem; align-items: center; gap: .25rem 1rem; padding: .625rem 1rem;
  cursor: pointer; list-style: none }
summary::-webkit-details-marker { display: none }
summary .what { position: relative; display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); align-items: baseline; gap: .5rem; padding-left: 1.125rem }
summary .what::before { content: ''; position: absolute; left: 0; top: .4375rem; border: .3125rem solid transparent; border-left-color: var(--quiet) }
[open] > summary .what::before { top: .5625rem; left: -.125rem; border-color: transparent; border-top-color: var(--quiet) }
summary b { font-size: .8125rem }
summary .name { color: var(--quiet); font-size: .875rem; overflow-wrap: anywhere }
summary .score { text-align: right; font-variant-numeric: tabular-nums }
summary .score .aside { display: block }
.operation.never .score { color: var(--never) }
.operation.met .score { color: var(--good) }
.kinds { columns: 22rem; column-gap: 2rem; padding: .75rem 1rem 0; border-top: 1px solid var(--line) }
.kinds > div { margin: 0 0 1rem }
.kinds h3 { break-after: avoid }

.lines > li { break-inside: avoid; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; padding: .25rem 0; border-top: 1px solid var(--line) }
.lines > li:first-child { border-top: 0 }
.lines.card { padding: .375rem 1rem }
.often { text-align: right; font-variant-numeric: tabular-nums; color: var(--good) }
.often .aside { display: inline-block }
.never > .often { color: var(--never) }
.sent > .often { color: var(--good) }
.besides > .often { color: var(--quiet) }
.values { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .25rem .375rem; padding: .125rem 0 .25rem }
.values li { display: flex; align-items: baseline; gap: .375rem; padding: 0 .4375rem; border: 1px solid var(--line); border-radius: .75rem; font-size: .8125rem;
  line-height: 1.375rem }
.values li.never { border-style: dashed }

@media (max-width: 48rem) {
  summary { grid-template-columns: minmax(0, 1fr) auto; gap: .125rem 1rem; padding: .625rem .75rem }
  summary .what { grid-column: 1 / -1 }
  summary .name { padding-left: 1.125rem }
  summary progress { display: none }
  summary .what { grid-template-columns: auto minmax(0, 1fr) }
  .kinds { columns: auto; padding: .75rem .75rem 0 }
}
@media (max-width: 30rem) {
  .summary { padding: 1rem }
  td.wide { display: none }
  th { padding-right: .5rem; white-space: normal }
  td { padding-left: .5rem }
  .resources li { grid-template-columns: 1fr 4rem 3.5rem }
}
@media (forced-colors: active) {
  progress { border: 1px solid }
}
@media print {
  #never, label, nav { display: none }
}
`
