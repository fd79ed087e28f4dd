import { Toggle } from '../../components/toggle.tsx'
import { useEffect, useRef, useState } from 'hono/jsx/dom'
import type { Schemas } from '../../../src/kit/client/contract.ts'
import { Badge } from '../../components/badge.tsx'
import { CauseLink } from '../../components/cause-link.tsx'
import { LoadedChain } from '../../components/chain.tsx'
import { copy } from '../../components/copy.ts'
import { FieldTable } from '../../components/field-table.tsx'
import { NotLoaded } from '../../components/problem.tsx'
import { Section } from '../../components/section.tsx'
import { call } from '../../connection.ts'
import { formatDateTime } from '../../format.ts'
import { useLoad } from '../../load.ts'
import { useWorld } from '../../world.ts'
import { EmailActions } from './actions.tsx'

/** The widths in which an email can be looked at; the last one is all there is. */
const WIDTHS = [
  ['Phone', 360],
  ['Tablet', 600],
  ['Full width', undefined],
] as const

/** An email as its recipient sees it, as text and as its source, with its headers. */
export function EmailDetail({ id }: { readonly id: string }) {
  const { id: world } = useWorld()
  const [width, setWidth] = useState<number | undefined>(undefined)
  const { data: email, error } = useLoad(`email ${world} ${id}`, (signal) =>
    call('getEmail', world, { path: { email_id: id }, signal }),
  )
  if (!email) return <NotLoaded error={error} />
  const { subject, at, kind, code, html, text, cause } = email
  return (
    <article>
      <h2>
        {subject} <Badge>{kind.replaceAll('_', ' ')}</Badge>
      </h2>
      <p class="facts quiet-text">
        {formatDateTime(at)} · caused by <CauseLink cause={cause} />
      </p>
      <Envelope email={email} />
      <EmailActions email={email} />
      {code === undefined ? null : (
        <div class="actions">
          <button onClick={() => copy('The code', code)}>
            Copy the code <b class="mono">{code}</b>
          </button>
        </div>
      )}
      <Section title="As the recipient sees it">
        {html === '' ? (
          <p class="quiet-text">It has no HTML.</p>
        ) : (
          <>
            <div class="segments widths" role="group" aria-label="Width">
              {WIDTHS.map(([words, each]) => (
                <Toggle key={words} isOn={width === each} onChange={() => setWidth(each)}>
                  {words}
                </Toggle>
              ))}
            </div>
            <EmailFrame html={html} width={width} />
          </>
        )}
      </Section>
      <Section title="As text">
        <pre class="body">{text}</pre>
      </Section>
      {html === '' ? null : (
        <details class="section">
          <summary>Source of the HTML</summary>
          <pre class="body">{html}</pre>
        </details>
      )}
      <LoadedChain entity="email" id={id} />
    </article>
  )
}

/** Sender, recipient and all headers. */
function Envelope({ email: { to, to_name, from, reply_to, headers = {} } }: { readonly email: Schemas['Email'] }) {
  const lines = {
    From: from,
    To: to_name ? `${to_name} <${to}>` : to,
    'Reply-To': reply_to,
    ...headers,
  }
  const given = Object.entries(lines).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return <FieldTable class="box envelope" fields={given} />
}

/** Height of the frame until its content is known, and at most. */
const HEIGHT = 120
const HEIGHT_MAX = 1_200

interface EmailFrameProps {
  readonly html: string
  /** In pixels; all there is without one. */
  readonly width: number | undefined
}

/** The HTML of an email in a frame of its own without an origin: nothing in it runs, and nothing is loaded. */
function EmailFrame({ html, width }: EmailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(HEIGHT)
  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<unknown>): void => {
      const target = frame.current?.contentWindow
      if (!target || source !== target) return
      if (data === 'ready') target.postMessage(html, '*')
      else if (typeof data === 'object' && data !== null && 'height' in data) {
        setHeight(Math.min(Math.max(HEIGHT, Number(data.height) || 0), HEIGHT_MAX))
      }
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [html])
  // In another width the email has another height.
  useEffect(() => {
    frame.current?.contentWindow?.postMessage(html, '*')
  }, [width])
  return (
    <iframe
      ref={frame}
      class="email-frame"
      title="The email"
      src="email.html"
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      style={{ height: `${height}px`, maxWidth: width === undefined ? 'none' : `${width}px` }}
    />
  )
}
