import { tell } from './notices.tsx'

/** Copies a text, and shows a notice. `what` begins the sentence: `The curl command`. */
export async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Over plain HTTP from another machine there is no clipboard to write to.
    const field = document.createElement('textarea')
    field.value = text
    document.body.append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
  }
  tell(`${what} is copied.`)
}
