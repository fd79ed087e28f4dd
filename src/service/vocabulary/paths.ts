import { createRouter, type PathItem, type RouteMatch } from '../../kernel/contract/router.ts'
import { upperFirst } from '../../kernel/support/words.ts'
import { links, routes } from '../../kernel/contract/service.ts'
import type { Direction } from './shape.ts'
import { WordMap } from './word-map.ts'

/** A path of the contract, by its segments in the words of the reference and of the deployment. Parameters are in braces. */
interface Template {
  readonly reference: readonly string[]
  readonly deployed: readonly string[]
}

/** A path of a deployment: the operations there, and the path in the reference's words. */
export interface DeployedMatch {
  readonly match: RouteMatch
  readonly path: string
}

/** Translates the fixed segments of paths below `/3.0`. Values of parameters stay as they are, whatever they are. */
export class Paths {
  readonly #words: WordMap
  /** The segments as the names of schemas spell them. */
  readonly #names: WordMap
  readonly #find: (path: string) => RouteMatch | undefined
  readonly #items = new Map<string, PathItem>()
  readonly #templates = new Map<number, Template[]>()

  constructor(words: WordMap) {
    this.#words = words
    this.#names = new WordMap(
      Object.fromEntries(fixedSegments().map((segment) => [capitalized(segment), capitalized(words.toDeployment(segment))])),
    )
    this.#find = createRouter(routes.map((route) => ({ ...route, path: this.#deployed(route.path) })))
    for (const route of routes) {
      const path = this.#deployed(route.path)
      this.#items.set(path, { ...this.#items.get(path), [route.method]: route })
    }
    for (const path of linkedPaths()) {
      const reference = path.split('/')
      const template = { reference, deployed: this.#deployed(path).split('/') }
      this.#templates.set(reference.length, [...(this.#templates.get(reference.length) ?? []), template])
    }
  }

  /** The operations at a path of the deployment. Returns `undefined` if it has none there. */
  find(path: string): DeployedMatch | undefined {
    const found = this.#find(path)
    const route = found && Object.values(found.item)[0]
    const item = route && this.#items.get(route.path)
    const original = item && Object.values(item)[0]
    if (!found || !item || !original) return undefined
    const written = path.split('/')
    const reference = original.path.split('/').map((segment, i) => (isParameter(segment) ? (written[i] ?? '') : segment))
    return { match: { item, path: found.path }, path: reference.join('/') }
  }

  /** A path in the deployment's words: of an operation, or of something that a link leads to. Returns other paths unchanged. */
  toDeployment(path: string): string {
    return this.#translated(path, 'reference', 'deployed')
  }

  /** A path in the reference's words: of an operation, or of something that a link leads to. Returns other paths unchanged. */
  toReference(path: string): string {
    return this.#translated(path, 'deployed', 'reference')
  }

  /** The name of a schema, which is made of the fixed segments of a path: `Lists/GrowthHistory`. */
  schemaName(name: string, direction: Direction): string {
    return name
      .split('/')
      .map((word) => this.#names[direction](word))
      .join('/')
  }

  #translated(path: string, from: keyof Template, to: keyof Template): string {
    const written = path.split('/')
    const template = this.#templates.get(written.length)?.find((each) => fits(each[from], written))
    if (!template) return path
    return template[to].map((segment, i) => (isParameter(segment) ? (written[i] ?? '') : segment)).join('/')
  }

  #deployed(template: string): string {
    return template
      .split('/')
      .map((segment) => (isParameter(segment) ? segment : this.#words.toDeployment(segment)))
      .join('/')
  }
}

/** The paths of all operations and of the targets of links, without queries. Fixed segments come before parameters. */
export function linkedPaths(): readonly string[] {
  const targets = Object.values<Readonly<Record<string, { readonly path: string }>>>(links).flatMap((each) =>
    Object.values(each).map(({ path }) => path.split('?')[0] ?? ''),
  )
  const key = (path: string): string => path.replaceAll('{', '~')
  return [...new Set([...routes.map(({ path }) => path), ...targets])].toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}

export function fixedSegments(): readonly string[] {
  return [...new Set(linkedPaths().flatMap((path) => path.split('/').filter((each) => each !== '' && !isParameter(each))))]
}

/** A segment as the names of schemas spell it: `growth-history` is `GrowthHistory`. */
function capitalized(segment: string): string {
  return segment.split('-').map(upperFirst).join('')
}

function fits(template: readonly string[], written: readonly string[]): boolean {
  return template.every((segment, i) => isParameter(segment) || segment === written[i])
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}
