/** Ends the program with one sentence that says what went wrong. */
export function fail(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  const sentence = (code && SENTENCES[code]?.(error as NodeJS.ErrnoException)) ?? message
  // The client speaks to whoever writes code.
  console.error(`maildouble: ${sentence.replace('by connect(url), or by', 'by --url, or by')}`)
  process.exit(1)
}

type Addressed = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string }

const SENTENCES: { readonly [code: string]: (error: Addressed) => string } = {
  EADDRINUSE: ({ port, address }) =>
    `port ${port} of ${address} is in use. Stop what listens there, or choose another port with --port (0 takes a free one).`,
  EACCES: ({ port }) => `this user may not listen on port ${port}. Choose one above 1023 with --port.`,
  EADDRNOTAVAIL: ({ address }) => `this machine has no address ${address}. Give one that it has with --host.`,
  ENOTFOUND: ({ message }) => `the host cannot be found (${message}). Give an address with --host.`,
}
