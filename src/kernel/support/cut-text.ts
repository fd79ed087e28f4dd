/** Cuts a text to a maximum length; the last character of a cut text is an ellipsis. */
export function cutText(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text
}

/** Cuts a text after a maximum length and states its original length. */
export function cutAndCount(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text
}
