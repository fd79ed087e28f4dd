/** Cuts a text to a maximum length; the last character of a cut text is an ellipsis. */
export function cutText(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text
}

/** Cuts a text after a maximum length and states its original length. */
export function cutAndCount(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text
}

/** A text with a capital letter at its beginning. */
export function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** A text with a small letter at its beginning, as the continuation of a sentence. */
export function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

/**
 * Formats a number, with its noun if one is given.
 *
 * @example
 * formatCount(1) // 1
 * formatCount(2_000, 'call') // 2,000 calls
 */
export function formatCount(number: number, one = '', many = `${one}s`): string {
  const figure = number.toLocaleString('en')
  return one === '' ? figure : `${figure} ${number === 1 ? one : many}`
}

/** A percentage as a bar. */
export function textBar(percent: number, width: number): string {
  const full = Math.floor((percent * width) / 100)
  return '█'.repeat(full) + '░'.repeat(width - full)
}
