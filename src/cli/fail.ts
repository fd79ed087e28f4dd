/** Ends the program with one sentence that says what went wrong. */
export function fail(error: unknown): never {
  const { code, message, status } = error as NodeJS.ErrnoException & { readonly status?: number }
  const sentence = (code && SENTENCES[code]?.(error as NodeJS.ErrnoException)) ?? message
  // The client speaks to whoever writes code.
  const how = status === 401 ? ' Give it by --control-token, or by MAILDOUBLE_CONTROL_TOKEN in the environment.' : ''
  console.error(`maildouble: ${sentence.replace('by connect(url), or by', 'by --url, or by')}${how}`)
  process.exit(1)
}

type Addressed = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string }

const SENTENCES: { readonly [code: string]: (error: Addressed) => string } = {
  EADDRINUSE: ({ port, address }) =>
    `port ${port} of ${address} is in use. Stop what listens there, or choose another port with --port (0 takes a free one).`,
  EACCES: ({ port, path, message }) =>
    port === undefined
      ? `this user may not open ${path ?? 'a file'} (${message}).`
      : `this user may not listen on port ${port}. Choose one above 1023 with --port.`,
  EADDRNOTAVAIL: ({ address }) => `this machine has no address ${address}. Give one that it has with --host.`,
  ENOTFOUND: ({ message }) => `the host cannot be found (${message}). Give an address with --host.`,
}
