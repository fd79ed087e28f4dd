import { type Child, createContext, useContext, useState } from 'hono/jsx/dom'
import { RefusedError } from '../../src/kit/client/errors.ts'
import { attempt } from './notices.tsx'
import { Problem } from './problem.tsx'

/** What was refused when the form around was sent. */
const RefusalContext = createContext<unknown>(undefined)

interface FormProps {
  readonly class?: string
  /** The members of the body that have a field in the form. */
  readonly fields: readonly string[]
  /** Sends the form, and returns the words of the notice about it. */
  readonly onSend: (form: HTMLFormElement) => Promise<string | undefined>
  readonly children?: Child
  /** The buttons. The refusal of what has no field stands above them. */
  readonly actions?: Child
}

/** A form that is sent once at a time. What the server finds wrong stands at the field concerned. */
export function Form({ class: style = 'form', fields, onSend, children, actions }: FormProps) {
  const [refusal, setRefusal] = useState<unknown>(undefined)
  const [isSending, setSending] = useState(false)
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    const { target } = event
    if (isSending || !(target instanceof HTMLFormElement)) return
    setSending(true)
    await attempt(async () => {
      const done = await onSend(target)
      setRefusal(undefined)
      return done
    }, setRefusal)
    setSending(false)
  }
  const mistakes = mistakesIn(refusal)
  const isAtFields = mistakes.length > 0 && mistakes.every(({ pointer }) => fields.some((name) => isWithin(pointer, `/${name}`)))
  return (
    <RefusalContext.Provider value={refusal}>
      <form class={style} aria-busy={isSending ? 'true' : undefined} onSubmit={send}>
        {children}
        {refusal === undefined || isAtFields ? null : <Problem error={refusal} />}
        {actions ? <div class="actions">{actions}</div> : null}
      </form>
    </RefusalContext.Provider>
  )
}

/** What the server found wrong with the value at a JSON pointer, or within it. `isWhole` leaves out what is within it. */
export function FieldError({ at, isWhole = false }: { readonly at: string; readonly isWhole?: boolean }) {
  const wrong = useMistakes(at, isWhole)
  return wrong.length === 0 ? null : (
    <span class="wrong" role="alert">
      {wrong.map(({ message }) => message).join(' ')}
    </span>
  )
}

export function useMistakes(at: string, isWhole = false) {
  return mistakesIn(useContext(RefusalContext)).filter(({ pointer }) => (isWhole ? pointer === at : isWithin(pointer, at)))
}

function mistakesIn(refusal: unknown) {
  return refusal instanceof RefusedError ? (refusal.problem.errors ?? []) : []
}

function isWithin(pointer: string, at: string): boolean {
  return pointer === at || pointer.startsWith(`${at}/`)
}
