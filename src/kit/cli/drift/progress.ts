import { formatCount, textBar } from '../../../kernel/support/words.ts'

const WIDTH = 30

/** A bar that shows how many of the calls were made, on a terminal only. */
export function progressBar(
  stream: Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean },
  total: number,
): { readonly show: (calls: number) => void; readonly clear: () => void } {
  if (stream.isTTY !== true) return { show: () => {}, clear: () => {} }
  let isShown = false
  return {
    show: (calls) => {
      isShown = true
      stream.write(
        `\r${textBar(Math.min(100, (100 * calls) / total), WIDTH)} ${formatCount(calls, 'call')} of at most ${formatCount(total)}\u001b[K`,
      )
    },
    clear: () => {
      if (isShown) stream.write('\r\u001b[K')
      isShown = false
    },
  }
}
