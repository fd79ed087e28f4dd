import { connectedSites } from '../../../service/model/connected-sites/site.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { PublicOperations } from '../operation.ts'
import { script, text, userPage } from '../reply.ts'
import { landingPages } from '../../../service/model/landing-pages/page.ts'
import { renderPage } from '../../../service/rules/landing-pages/render.ts'

export const siteOperations = {
  getSiteScript({ handle, path }) {
    const foreign_id = /^(.+)\.js$/su.exec(path.file)?.[1] ?? ''
    const site = peek(handle.world, (tx) => tx.first(connectedSites.key, { foreign_id }))
    return site ? script(writeScript(site.foreign_id)) : text(404, 'There is no such site.')
  },

  getPublishedPage({ path, run }) {
    return run((tx) => {
      const page = tx.first(landingPages.key, { id: path.page_id })
      if (page?.status !== 'published' || !page.published) return text(404, 'There is no such page, or it is not published.')
      return userPage(renderPage(tx, page.id, page.published))
    })
  },
} satisfies Partial<PublicOperations>

/** A script that only announces itself to the page. */
function writeScript(foreign_id: string): string {
  return `// The script of a connected site. It tells the page that it is there, and does nothing else.
window.dispatchEvent(new CustomEvent('maildouble:site', { detail: { foreign_id: ${literal(foreign_id)} } }))
`
}

/** A JavaScript string literal that is safe in any place, including inside HTML. */
function literal(value: string): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
