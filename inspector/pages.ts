import type { Child } from 'hono/jsx/dom'
import type { Address } from './address.ts'
import { ActPage } from './pages/act.tsx'
import { BundlePage } from './pages/bundle.tsx'
import { ContractPage } from './pages/contract.tsx'
import { EmailsPage } from './pages/emails.tsx'
import { FaultsPage } from './pages/faults.tsx'
import { HomePage } from './pages/home.tsx'
import { ReferencePage } from './pages/reference.tsx'
import { RequestsPage } from './pages/requests.tsx'
import { StatePage } from './pages/state.tsx'
import { TimelinePage } from './pages/timeline.tsx'
import { WebhooksPage } from './pages/webhooks.tsx'
import { WorldsPage } from './pages/worlds.tsx'

export interface Page {
  readonly title: string
  /** The key that opens the page after `g`. */
  readonly key: string
  readonly show: () => Child
}

/** The pages by the name that the address holds, in the order of the navigation. */
export const PAGES = {
  home: { title: 'Home', key: 'h', show: HomePage },
  worlds: { title: 'Worlds', key: 'o', show: WorldsPage },
  timeline: { title: 'Timeline', key: 't', show: TimelinePage },
  requests: { title: 'Requests', key: 'r', show: RequestsPage },
  state: { title: 'State', key: 's', show: StatePage },
  webhooks: { title: 'Webhooks', key: 'w', show: WebhooksPage },
  emails: { title: 'Emails', key: 'e', show: EmailsPage },
  faults: { title: 'Faults', key: 'f', show: FaultsPage },
  act: { title: 'Act', key: 'a', show: ActPage },
  bundle: { title: 'Bundle', key: 'b', show: BundlePage },
  contract: { title: 'Contract', key: 'c', show: ContractPage },
  reference: { title: 'API reference', key: 'p', show: ReferencePage },
} satisfies Readonly<Record<string, Page>>

export type PageName = keyof typeof PAGES

/** The page that an address shows. The bare address is a first visit, and leads home. */
export function choosePage(address: Address): PageName {
  return Object.keys(address).length === 0 ? 'home' : pageNamed(address['page'])
}

/** The page that an address names; the requests without one. */
export function pageNamed(name: string | undefined): PageName {
  return name !== undefined && Object.hasOwn(PAGES, name) ? (name as PageName) : 'requests'
}
