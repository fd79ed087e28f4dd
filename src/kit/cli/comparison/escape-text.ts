import { escapeControls } from '../../../kernel/support/escape.ts'

/** Escapes what commands a terminal, but for lines and the styles of `paint`. */
export function escapeText(text: string): string {
  return text
    .split(/(\n|\u001b\[\d+(?:;\d+)*m)/)
    .map((part, i) => (i % 2 === 0 ? escapeControls(part) : part))
    .join('')
}
