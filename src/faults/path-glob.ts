import { decodePercent } from '../support/percent.ts'

/** Whether a path is as a pattern says. */
export type PathGlob = (path: string) => boolean

/**
 * A pattern of paths: `*` stands for any characters of one segment, `**` for any number of segments, none included. Segments are
 * compared decoded, so that what is encoded in one never makes two of it.
 */
export function pathGlob(pattern: string): PathGlob {
  const wanted = segmentsOf(pattern).map((segment) => (segment === '**' ? ANY : segmentGlob(segment)))
  return (path) => fits(wanted, segmentsOf(path))
}

const ANY = Symbol('any number of segments')

/** Segments decoded; the slash that begins a path, and one that ends it, part nothing. */
function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/').map(decodePercent)
}

function segmentGlob(segment: string): (text: string) => boolean {
  if (!segment.includes('*')) return (text) => text === segment
  const [head = '', ...rest] = segment.split('*')
  const tail = rest.pop() ?? ''
  return (text) => {
    if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false
    let at = head.length
    for (const part of rest) {
      const found = text.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return at <= text.length - tail.length
  }
}

/** Goes back only to the last `**`, so that no pattern takes long. */
function fits(wanted: readonly (typeof ANY | ((text: string) => boolean))[], segments: readonly string[]): boolean {
  let [at, place, anyAt, resume] = [0, 0, -1, 0]
  while (place < segments.length) {
    const next = wanted[at]
    if (next === ANY) {
      anyAt = at++
      resume = place
    } else if (next?.(segments[place] ?? '')) {
      at++
      place++
    } else if (anyAt >= 0) {
      at = anyAt + 1
      place = ++resume
    } else return false
  }
  while (wanted[at] === ANY) at++
  return at === wanted.length
}
