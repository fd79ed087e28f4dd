import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { buildInspector } from '../../build/inspector.mjs'
import { connect, type Maildouble, type World, type WorldOptions } from '../../src/kit/client/index.ts'
import type { RunningServer, ServerOptions } from '../../src/index.ts'
import { startReachable } from '../../src/kit/double/start.ts'
import type { Body } from '../mock.ts'
import { DEADLINE_MS } from '../deadline.ts'
import { openBrowser } from '../public/browser.ts'

/** A page of the inspector, and its errors and warnings. */
export interface OpenPage {
  readonly page: Page
  /** Errors of scripts, of the console, and violations of the content security policy. */
  readonly complaints: readonly string[]
}

/** A server with its inspector, and a browser that looks at it. */
export interface Inspected {
  readonly server: () => RunningServer
  readonly maildouble: () => Maildouble
  /** Calls the server without a socket, for tests that make very many calls. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Makes a world; it is deleted with the server. */
  readonly world: (options?: WorldOptions) => Promise<World>
  /** Opens a page of the inspector by the parameters of its address. */
  readonly open: (world: World, address?: Readonly<Record<string, string>>, options?: BrowserContextOptions) => Promise<OpenPage>
}

let built: Promise<number> | undefined

/** Builds the inspector once for all test files of this worker. */
function build(): Promise<number> {
  return (built ??= buildInspector('.cache/inspector'))
}

/** Starts a server and a browser for the tests of a file. After each test no page may have complained. */
export function inspected(options: ServerOptions = {}): Inspected {
  let server: RunningServer
  let fetch: Inspected['fetch']
  let browser: Browser
  let pages: OpenPage[] = []
  beforeAll(async () => {
    await build()
    const started = await startReachable({ scenario: 'empty', clock: { mode: 'frozen', rate: 0 }, ...options })
    ;({ server, fetch } = started)
    browser = await openBrowser()
  })
  afterEach(async () => {
    const complaints = pages.flatMap((each) => each.complaints)
    pages = []
    for (const context of browser.contexts()) await context.close()
    expect(complaints).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  const maildouble = (): Maildouble => connect(server)
  return {
    server: () => server,
    maildouble,
    fetch: (path, init) => fetch(path, init),
    world: (given = {}) => maildouble().worlds.create(given),
    open: async ({ id }, address = {}, context = {}) => {
      const opened = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context })
      const page = await opened.newPage()
      page.setDefaultTimeout(DEADLINE_MS)
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (message) => {
        // A refused call is shown on the page, and logged by the browser as well.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) complaints.push(message.text())
      })
      await page.goto(`${server.url}/_inspector/?${new URLSearchParams({ world: id, ...address })}`)
      const made = { page, complaints }
      pages.push(made)
      return made
    },
  }
}

/** Writes a text into a field with choices, and waits until it offers what the text finds instead of the first choices. */
export async function search(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  const isFound = (choice: string): boolean => choice.toLowerCase().includes(text.toLowerCase())
  await expect
    .poll(() => field.page().locator('.picker').getByRole('option').allInnerTexts())
    .toSatisfy((choices: readonly string[]) => choices.length > 0 && choices.every(isFound))
}

/** The status of a member. */
export async function memberStatus(world: World, list: string, address: string): Promise<unknown> {
  const { status }: Body = await (await world.fetch(`/lists/${list}/members/${address}`)).json()
  return status
}

/** A call of the service with a JSON body. */
export function json(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** The id of the first list of a world. */
export async function firstList(world: World): Promise<string> {
  const { lists }: Body = await (await world.fetch('/lists?count=1')).json()
  return lists[0].id
}

/** A receiver of webhooks that answers with a status. */
export async function receiver(status: number) {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status).end('seen')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done()).closeAllConnections()),
  }
}

/** Subscribes a URL to the new members of a list. */
export async function hook(world: World, list: string, url: string): Promise<void> {
  const sources = { user: true, admin: true, api: true }
  await world.fetch(`/lists/${list}/webhooks`, json('POST', { url, events: { subscribe: true }, sources }))
}
