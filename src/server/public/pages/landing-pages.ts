import { landingPages } from '../../../service/model/landing-pages/page.ts'
import { renderPage } from '../../../service/rules/landing-pages/render.ts'
import type { PublicOperations } from '../operation.ts'
import { userPage, text } from '../reply.ts'

export const pageOperations = {
  getPublishedPage({ path, run }) {
    return run((tx) => {
      const page = tx.first(landingPages.key, { id: path.page_id })
      if (page?.status !== 'published' || !page.published) return text(404, 'There is no such page, or it is not published.')
      return userPage(renderPage(tx, page.id, page.published))
    })
  },
} satisfies Partial<PublicOperations>
