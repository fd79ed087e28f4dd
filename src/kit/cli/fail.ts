import { endLike, Interrupted } from './program-end.ts'

/** Ends the program with one sentence about the error. */
export function fail(error: unknown): never {
  if (error instanceof Interrupted) {
    endLike(error.end)
    process.exit()
  }
  const { code, message, status } = error as NodeJS.ErrnoException & { readonly status?: number }
  const sentence = (code && SENTENCES[code]?.(error as NodeJS.ErrnoException)) ?? message
  // Messages of the client address programmers: they end with the call, and on the command line the options are different.
  const how = status === 401 ? ' Give it with --control-token, or with MAILDOUBLE_CONTROL_TOKEN in the environment.' : ''
  const said = sentence.replace(/\n\(\d{3} of \S+ \S+\)$/, '').replace('with connect(url), or with', 'with --url, or with')
  console.error(`maildouble: ${said}${how}`)
  process.exit(1)
}

type Addressed = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string }

const SENTENCES: { readonly [code: string]: (error: Addressed) => string } = {
  EADDRINUSE: ({ port, address }) =>
    `port ${port} of ${address} is in use. Stop the process that listens on it, or choose another port with --port (0 takes a free one).`,
  EACCES: ({ port, path, message }) =>
    port === undefined
      ? `this user is not allowed to open ${path ?? 'a file'} (${message}).`
      : `this user is not allowed to listen on port ${port}. Choose one above 1023 with --port.`,
  EADDRNOTAVAIL: ({ address }) => `this machine has no address ${address}. Give one of its addresses with --host.`,
  ENOTFOUND: ({ message }) => `the host cannot be found (${message}). Give an address with --host.`,
}
