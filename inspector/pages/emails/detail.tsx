import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { Badge } from '../../components/badge.tsx'
import { CauseLink } from '../../components/cause-link.tsx'
import { ChainOf } from '../../components/chain.tsx'
import { copy } from '../../components/copy.ts'
import { Problem } from '../../components/problem.tsx'
import { Section } from '../../components/section.tsx'
import { call } from '../../connection.ts'
import { dateTimeOf } from '../../format.ts'
import { useLoad } from '../../load.ts'
import { useWorld } from '../../world.ts'

/** An email as its recipient sees it, and as text. */
export function EmailDetail({ id }: { readonly id: string }) {
  const { id: world } = useWorld()
  const { data: email, error } = useLoad(`email ${world} ${id}`, (signal) =>
    call('getEmail', world, { path: { email_id: id }, signal }),
  )
  if (error !== undefined && !email) return <Problem error={error} />
  if (!email) return <p class="hint">Loading…</p>
  const { subject, to, at, kind, code, html, text, links, cause } = email
  return (
    <article>
      <h2>
        {subject} <Badge>{kind.replaceAll('_', ' ')}</Badge>
      </h2>
      <p class="facts quiet-text">
        to {to} · {dateTimeOf(at)} · caused by <CauseLink cause={cause} />
      </p>
      {code === undefined ? null : (
        <div class="actions">
          <button onClick={() => copy('The code', code)}>
            Copy the code <b class="mono">{code}</b>
          </button>
        </div>
      )}
      <Section title="As the recipient sees it">
        {html === '' ? <p class="quiet-text">It has no HTML.</p> : <EmailFrame html={html} />}
      </Section>
      <Section title="As text">
        <pre class="body">{text}</pre>
      </Section>
      <ChainOf entity="email" id={id} />
      {links.length === 0 ? null : (
        <Section title="Links">
          <ul class="box">
            {links.map((link) => (
              <li key={link}>
                {/^https?:/.test(link) ? (
                  <a class="text-link" href={link} target="_blank" rel="noreferrer">
                    {link}
                  </a>
                ) : (
                  link
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </article>
  )
}

/** Height of the frame until its content is known, and at most. */
const HEIGHT = 120
const HEIGHT_MAX = 1_200

/** The HTML of an email in a frame of its own without an origin: nothing in it runs, and nothing is loaded. */
function EmailFrame({ html }: { readonly html: string }) {
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
  return (
    <iframe
      ref={frame}
      class="email-frame"
      title="The email"
      src="email.html"
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      style={{ height: `${height}px` }}
    />
  )
}
