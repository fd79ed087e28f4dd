import { copy } from './copy.ts'

/** Lines to paste into a terminal or a file. `name` says what they are, if they are not a command. */
export function Command({ text, name }: { readonly text: string; readonly name?: string }) {
  return (
    <div class="command">
      <pre>{text}</pre>
      <button
        aria-label={name === undefined ? undefined : `Copy: ${name}`}
        onClick={() => copy(name === undefined ? 'The command' : `The code for ${name}`, text)}
      >
        Copy
      </button>
    </div>
  )
}
