import { itemsOf, membersOf } from '../../kernel/support/is-object.ts'
import { readNock } from './nock.ts'
import type { Recording } from './recording.ts'
import { Unreadable } from './unreadable.ts'

/** Whether a script defines calls of nock, as its recorder writes them by default. */
export function isNockScript(text: string): boolean {
  return CALL.test(text)
}

const CALL = /\bnock\s*\(/

/**
 * Reads a script that nock's recorder has written: `nock(scope).post(path, body).reply(status, response, headers)`. Nothing is run: arguments are
 * read as data.
 */
export async function readNockScript(text: string): Promise<Recording> {
  const { parse } = await import('yaml')
  const definitions: unknown[] = []
  for (const { index } of text.matchAll(new RegExp(CALL, 'g'))) {
    const chain = chainAt(text, index, (args) => itemsOf(parse(`[${args}]`, { logLevel: 'silent' })))
    definitions.push(definitionIn(chain))
  }
  if (definitions.length === 0) throw new Unreadable('holds no recording: of scripts, only those of nock are known')
  return readNock(definitions)
}

/** A call in a chain of calls. It has no arguments if one of them is no data, such as a function. */
interface ScriptCall {
  readonly name: string
  readonly args: readonly unknown[]
}

function chainAt(text: string, start: number, read: (args: string) => readonly unknown[]): ScriptCall[] {
  const calls: ScriptCall[] = []
  const next = /\s*\.?\s*(\w+)\s*\(/y
  next.lastIndex = start
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const end = endOfArguments(text, next.lastIndex)
    calls.push({ name: match[1] ?? '', args: dataIn(text.slice(next.lastIndex, end), read) })
    next.lastIndex = end + 1
    if (!/^\s*\./.test(text.slice(end + 1, end + 1 + 1_000))) break
  }
  return calls
}

function dataIn(args: string, read: (args: string) => readonly unknown[]): readonly unknown[] {
  try {
    return read(args)
  } catch {
    return []
  }
}

/** The place of the parenthesis that ends the arguments. */
function endOfArguments(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (`'"\``.includes(sign)) {
      do at = text.indexOf(sign, at + 1)
      while (at !== -1 && /(?<!\\)(?:\\\\)*\\$/.test(text.slice(Math.max(0, at - 100), at)))
      if (at === -1) break
    } else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign) && --depth === 0) return at
  }
  return text.length
}

function definitionIn(chain: readonly ScriptCall[]): object {
  const [scope] = chain
  const argsOf = (name: string): readonly unknown[] => chain.find((each) => each.name === name)?.args ?? []
  const request = chain.find(({ name }) => METHODS.has(name))
  const [path, body = ''] = request?.args ?? []
  const [status, response, headers] = argsOf('reply')
  const query = Object.entries(membersOf(argsOf('query')[0])).map(([name, value]): [string, string] => [name, String(value)])
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`
  return {
    scope: scope?.args[0],
    method: request?.name.toUpperCase(),
    path: typeof path === 'string' ? path + search : undefined,
    body,
    status,
    response,
    rawHeaders: headers,
  }
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'])
