import { createStore } from './store.ts'

/** The chosen colours: those of the system, or always the same. */
export type Theme = 'system' | 'light' | 'dark'

/** The colours that the page shows. */
export type Colours = 'light' | 'dark'

const KEY = 'maildouble-theme'

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

export const theme = createStore<Theme>(parseTheme(localStorage.getItem(KEY)))

/** The colours of the chosen theme. */
export const colours = createStore<Colours>('light')

function parseTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

/** Applies the chosen theme to the page, now and whenever that of the system changes. */
export function applyTheme(): void {
  showColours()
  systemIsDark.addEventListener('change', showColours)
}

function showColours(): void {
  const chosen = theme.get()
  const shown = chosen === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : chosen
  document.documentElement.dataset['theme'] = shown
  colours.set(shown)
}

/** Chooses the next theme, and keeps it for later visits. */
export function nextTheme(): void {
  const order: readonly Theme[] = ['system', 'light', 'dark']
  const next = order[(order.indexOf(theme.get()) + 1) % order.length] ?? 'system'
  theme.set(next)
  localStorage.setItem(KEY, next)
  showColours()
}
