import { formatCount } from '../../kernel/support/words.ts'
import type { RunningProxy } from '../proxy/proxy.ts'

/** Which hosts a program called, and what became of the calls, as text. */
export function formatActivity(activity: RunningProxy['activity']): string {
  const room = Math.max(...[...activity.keys()].map(({ length }) => length))
  const rows = [...activity].map(([host, { answered, passed, refused, unused }]) => {
    const parts = [
      [answered, `${formatCount(answered, 'call')} answered here`],
      [passed, `${formatCount(passed, 'connection')} passed on`],
      [refused, `${formatCount(refused, 'connection')} refused`],
      [unused, `${formatCount(unused, 'connection')} without a call: does the program trust the authority?`],
    ] as const
    const said = parts.filter(([count]) => count > 0).map(([, text]) => text)
    return `  ${host.padEnd(room)}  ${said.join(', ')}`
  })
  return `maildouble: ${formatCount(activity.size, 'host was', 'hosts were')} called.\n${rows.join('\n')}`
}
