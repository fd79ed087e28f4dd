import { escapeHtml } from '../../../kernel/support/escape.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { lists, makeSubscribeUrl } from '../../model/lists/list.ts'
import type { PageContent } from '../../model/landing-pages/page.ts'

type PageBlock = PageContent['document']['blocks'][number]

/** The HTML of the landing page with an id: its content, its document, and its sign-up link, which names the page. */
export function renderPage(tx: ReadTx, id: string, content: PageContent): string {
  const { name, title, description, document } = content
  const { background, ink, font } = document.style
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<style>body { background: ${background}; color: ${ink}; font-family: ${font}, sans-serif; margin: 2rem auto; max-width: 40rem }</style>`,
    '</head>',
    '<body>',
    `<h1>${escapeHtml(title || name)}</h1>`,
    ...(description === '' ? [] : [`<p>${escapeHtml(description)}</p>`]),
    ...document.blocks.map(renderBlock),
    ...renderSignUpForm(tx, id, content),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const TAGS: { readonly [Kind in PageBlock['kind']]: string } = { heading: 'h2', paragraph: 'p', quote: 'blockquote' }

function renderBlock({ kind, text }: PageBlock): string {
  return `<${TAGS[kind]}>${escapeHtml(text)}</${TAGS[kind]}>`
}

/** Product pages, and pages whose list was deleted, have no sign-up link. */
function renderSignUpForm(tx: ReadTx, id: string, { type, list_id }: PageContent): string[] {
  const list = type === 'signup' ? tx.first(lists.key, { id: list_id }) : undefined
  return list ? [`<p><a href="${escapeHtml(`${makeSubscribeUrl(tx, list)}&page=${id}`)}">Sign up</a></p>`] : []
}
