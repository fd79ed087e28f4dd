/**
 * The document of the API reference: it loads the description of an API and shows it, with the key of the world filled in. The library
 * writes style sheets into the page, so it has a document of its own with a policy that allows them.
 */
import { asObject, isObject } from '../src/kernel/support/is-object.ts'
import { call, authorization, SERVER_URL } from './connection.ts'
import { controlDocument } from './control-document.ts'
import { explainError } from './format.ts'
import type { FormValue } from './schema.ts'

/** The methods that the library adds to the element. */
interface Explorer extends HTMLElement {
  readonly loadSpec: (document: unknown) => Promise<void>
  readonly setAuthenticationConfiguration: (scheme: string, given: { readonly token: string }) => Promise<void>
}

/** The attributes for colours, and the variables of the page around this one from which they are taken. */
const COLOURS = {
  'bg-color': '--bg',
  'text-color': '--ink',
  'header-color': '--bg2',
  'primary-color': '--accent',
  'secondary-color': '--violet',
  'nav-bg-color': '--bg2',
  'nav-text-color': '--ink2',
  'nav-hover-bg-color': '--accent-bg',
  'nav-hover-text-color': '--accent',
}

/** Sizes in the style sheet of the library that are too large for the inspector. */
const SIZES = {
  '--font-size-small': '13px',
  '--font-size-regular': '14px',
  '--font-size-mono': '12px',
  '--nav-path-padding': '4px 0 4px 1rem',
}

/** The colours that the library has for methods. */
const METHOD_COLOURS = ['blue', 'green', 'orange', 'red', 'yellow', 'purple', 'gray']

/** The fonts of the library, and the variables of the page around this one from which they are taken. */
const FONTS = { '--font-regular': '--sans', '--font-mono': '--mono' }
/** Where the library shows the operations below each other, instead of a list beside one of them. */
const NARROW = matchMedia('(max-width: 767.98px)')

async function showReference(): Promise<void> {
  const { world = 'default', api = 'service' } = Object.fromEntries(new URLSearchParams(location.search))
  const element = document.createElement('openapi-explorer')
  for (const [name, value] of Object.entries({
    'hide-server-selection': 'true',
    'hide-components': 'true',
    collapse: 'true',
    table: 'true',
  })) {
    element.setAttribute(name, value)
  }
  // The key is filled in; on a phone, the operations come first.
  if (NARROW.matches) element.setAttribute('hide-authentication', 'true')
  const style = getComputedStyle(parent.document.documentElement)
  for (const [name, variable] of Object.entries(COLOURS)) element.setAttribute(name, style.getPropertyValue(variable).trim())
  for (const [name, value] of Object.entries(SIZES)) element.style.setProperty(name, value)
  for (const [name, variable] of Object.entries(FONTS)) element.style.setProperty(name, style.getPropertyValue(variable))
  // The library's own red can't be read on dark ground.
  element.style.setProperty('--inline-code-fg', style.getPropertyValue('--violet').trim())
  // The ground of an open operation: the library's own is light in dark colours as well.
  for (const name of METHOD_COLOURS) element.style.setProperty(`--light-${name}`, style.getPropertyValue('--accent-bg').trim())
  // The element takes the whole height of the frame.
  document.documentElement.style.height = '100%'
  Object.assign(document.body.style, { height: '100%', margin: '0' })
  document.body.append(element)
  await customElements.whenDefined('openapi-explorer')
  const explorer = element as Explorer
  const isControl = api === 'control'
  const found = isControl ? await controlDocument() : await call('getContract')
  const base = isControl ? `${SERVER_URL}/_control` : `${SERVER_URL}${world === 'default' ? '' : `/_worlds/${world}`}/3.0`
  const token = isControl ? authorization()['authorization'] : (await call('getWorld', world)).api_key
  const servers = [{ url: base, description: `The world ${world}` }]
  element.setAttribute('server-url', base)
  await explorer.loadSpec(isObject(found) ? { ...found, servers, ...(isControl ? withBearer(found) : {}) } : found)
  if (token !== undefined) await explorer.setAuthenticationConfiguration('bearer', { token })
  nameRegion(explorer)
  // Another width has other parts.
  NARROW.addEventListener('change', () => requestAnimationFrame(() => nameRegion(explorer)))
}

/** The part that scrolls can be reached by keys, and is no second main part beside that of the page around this one. */
function nameRegion({ shadowRoot }: Explorer): void {
  const region = shadowRoot?.querySelector('main')
  // The button beside the field opens a second search.
  const second = shadowRoot?.querySelector<HTMLElement>('#nav-bar-search')?.parentElement?.parentElement?.querySelector('button')
  if (second) second.style.display = 'none'
  for (const [name, value] of Object.entries({ role: 'region', 'aria-label': 'Operations', tabindex: '0' }))
    region?.setAttribute(name, value)
  // Below each other, the library's headings react to clicks only.
  for (const heading of shadowRoot?.querySelectorAll<HTMLElement>('.section-tag-header, .endpoint-head') ?? []) {
    heading.tabIndex = 0
    heading.setAttribute('role', 'button')
    heading.addEventListener('keydown', pressHeading)
  }
}

function pressHeading({ key, currentTarget }: KeyboardEvent): void {
  if (key === 'Enter' && currentTarget instanceof HTMLElement) currentTarget.click()
}

/** The control API names no security scheme, since most servers need none. */
function withBearer({ components }: FormValue): FormValue {
  const scheme = { bearer: { type: 'http', scheme: 'bearer', description: 'The control token.' } }
  return { components: { ...asObject(components), securitySchemes: scheme }, security: [{ bearer: [] }] }
}

showReference().catch((error: unknown) => {
  document.body.textContent = explainError(error)
})
