import { copy } from './copy.ts'

/** A command to paste into a terminal. */
export function Command({ text }: { readonly text: string }) {
  return (
    <div class="command">
      <pre>{text}</pre>
      <button onClick={() => copy('The command', text)}>Copy</button>
    </div>
  )
}
