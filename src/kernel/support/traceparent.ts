/** The trace of a call, a job or a request; empty if there is none. */
export interface TraceContext {
  /** As in the header of this name, in version 00 of W3C Trace Context. */
  readonly traceparent?: string
}

/** Version, trace id, parent id, flags, and the additions of later versions. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** The flag `sampled`: the caller may have recorded its part of the trace. Senders set all other flags to zero. */
const SAMPLED = 1

/**
 * Reads the header `traceparent` as W3C Trace Context defines it: a later version is read as version 00. Returns an empty context if it is
 * missing, malformed or sent twice, as if it had not been sent.
 */
export function readTraceparent(header: unknown): TraceContext {
  const [, version, trace = '', parent = '', flags = '', more] = (typeof header === 'string' && TRACEPARENT.exec(header)) || []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return NO_TRACE
  if (/^0+$/.test(trace) || /^0+$/.test(parent)) return NO_TRACE
  return { traceparent: `00-${trace}-${parent}-${flags}` }
}

/** Stands for no trace. */
export const NO_TRACE: TraceContext = {}

/** The trace alone, without the other members of an object. */
export function pickTrace({ traceparent }: { readonly traceparent?: string | undefined }): TraceContext {
  return traceparent === undefined ? NO_TRACE : { traceparent }
}

/** The header of a request that continues a trace: the same trace id, and the id of the sender as the parent. */
export function continueTrace(traceparent: string, parent: string): string {
  const [version, trace, , flags = ''] = traceparent.split('-')
  return `${version}-${trace}-${parent}-0${Number.parseInt(flags, 16) & SAMPLED}`
}
