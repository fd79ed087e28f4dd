import type { Child } from 'hono/jsx/dom'
import { EmailsPage } from './pages/emails.tsx'
import { RequestsPage } from './pages/requests.tsx'
import { WebhooksPage } from './pages/webhooks.tsx'

/** A page of the inspector. */
export interface Page {
  readonly title: string
  /** The key that leads to it after `g`. */
  readonly key: string
  readonly show: () => Child
}

/** The pages by the name that the address holds, in the order of the navigation. */
export const PAGES = {
  requests: { title: 'Requests', key: 'r', show: RequestsPage },
  webhooks: { title: 'Webhooks', key: 'w', show: WebhooksPage },
  emails: { title: 'Emails', key: 'e', show: EmailsPage },
} satisfies Readonly<Record<string, Page>>

export type PageName = keyof typeof PAGES

/** The page that an address names; the requests without one. */
export function pageNamed(name: string | undefined): PageName {
  return name !== undefined && Object.hasOwn(PAGES, name) ? (name as PageName) : 'requests'
}
