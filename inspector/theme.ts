import { storeOf } from './store.ts'

/** The colours of the page: those of the system, or those that were chosen. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'maildouble-theme'

/** The chosen theme. */
export const theme = storeOf<Theme>(parseTheme(localStorage.getItem(KEY)))

function parseTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

/** Applies the chosen theme to the page. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.get()
}

/** Chooses the next theme, and keeps it for later visits. */
export function nextTheme(): void {
  const order: readonly Theme[] = ['system', 'light', 'dark']
  const next = order[(order.indexOf(theme.get()) + 1) % order.length] ?? 'system'
  theme.set(next)
  localStorage.setItem(KEY, next)
  applyTheme()
}
