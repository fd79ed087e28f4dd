import { compileWildcard } from '../../kernel/support/wildcard.ts'
import { isParameter } from '../../kernel/contract/nearest-path.ts'
import { decodePercent } from '../../kernel/support/percent.ts'

/** Whether a path matches a pattern. */
export type PathGlob = (path: string) => boolean

/**
 * Compiles a pattern of paths: `*` stands for any characters within one segment, `**` for any number of segments, including none.
 * Segments are compared decoded, so that an encoded slash does not split a segment.
 */
export function pathGlob(pattern: string): PathGlob {
  const wanted = compileSegments(pattern)
  return (path) => fits(wanted, decodeSegments(path))
}

/** Whether a pattern matches any path of a contract's template, whose parameters take any value. */
export function canMatch(pattern: string, template: readonly string[]): boolean {
  // The segments of the template at which the rest of the pattern can begin.
  let places = new Set([0])
  for (const next of compileSegments(pattern)) {
    places = new Set(
      [...places].flatMap((place) => {
        if (next === ANY)
          return template
            .slice(place)
            .map((_, further) => place + further)
            .concat(template.length)
        const segment = template[place]
        return segment !== undefined && (isParameter(segment) || next(segment)) ? [place + 1] : []
      }),
    )
  }
  return places.has(template.length)
}

const ANY = Symbol('any number of segments')

type WantedSegment = typeof ANY | ((segment: string) => boolean)

function compileSegments(pattern: string): WantedSegment[] {
  return decodeSegments(pattern).map((segment) => (segment === '**' ? ANY : compileWildcard(segment)))
}

/** The decoded segments. A leading and a trailing slash are ignored. */
function decodeSegments(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/').map(decodePercent)
}

/** Backtracks only to the last `**`, so that no pattern takes long. */
function fits(wanted: readonly WantedSegment[], segments: readonly string[]): boolean {
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
