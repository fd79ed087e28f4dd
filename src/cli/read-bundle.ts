import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Schemas } from '../client/contract.ts'
import { version } from '../contract/generated/version.ts'
import { whyNotJson } from '../support/json-fault.ts'

/** A server takes none that is larger. */
const BYTES_MAX = 256 * 1024 * 1024

/** The version of the format that is read. */
const FORMAT = 1

/** Reads a bundle from a file, or from standard input if that is called `-`. Throws one sentence that says what is wrong with it. */
export async function readBundle(path: string, input: Readable = process.stdin): Promise<Schemas['Bundle']> {
  const name = path === '-' ? 'Standard input' : path
  const text = await textOf(path === '-' ? input : await streamOf(path), name)
  const data = parsed(text, name)
  const format = typeof data === 'object' && data !== null && 'maildouble_bundle' in data ? data.maildouble_bundle : undefined
  if (format === undefined) {
    throw new Error(`${name} is no bundle: a bundle is what GET /_control/bundle of a server answers, as one file.`)
  }
  if (format !== FORMAT) {
    const maker = 'version' in Object(data) ? `, made by maildouble ${String(Object(data).version).slice(0, 100)}` : ''
    throw new Error(
      `${name} is a bundle of format ${JSON.stringify(format)}${maker}; maildouble ${version} reads format ${FORMAT}. Take the version that made it.`,
    )
  }
  // The server holds the rest of it against the contract, and says what is wrong.
  return data as Schemas['Bundle']
}

async function streamOf(path: string): Promise<Readable> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.message}).`)
  })
  const found = await file.stat()
  if (found.isDirectory()) {
    await file.close()
    throw new Error(`${path} is a folder, and a bundle is a file.`)
  }
  return file.createReadStream()
}

async function textOf(stream: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const part = Buffer.from(chunk)
    bytes += part.length
    if (bytes > BYTES_MAX) throw new Error(`${name} is larger than 256 MiB, which is as large as a bundle may be.`)
    chunks.push(part)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string, name: string): unknown {
  if (text.trim() === '') throw new Error(`${name} is empty, and a bundle is JSON.`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${name} is not JSON, as a bundle is: ${whyNotJson(text)}.`, { cause: error })
  }
}
