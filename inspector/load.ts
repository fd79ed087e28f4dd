import { useEffect, useRef, useState } from 'hono/jsx/dom'
import type { Transport } from '../src/kit/client/transport.ts'
import { useEndedEffect } from './effect.ts'
import { useStore } from './store.ts'
import { transport } from './connection.ts'

/** What a component has loaded so far. Data stay while they are loaded again. */
export interface Loaded<T> {
  readonly data: T | undefined
  readonly error: unknown
}

/** Loads something at most once. After a failure, the next call loads it again. */
export function once<Args extends readonly unknown[], T>(load: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  let loading: Promise<T> | undefined
  return (...args) =>
    (loading ??= load(...args).catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}

/** Number of loads in progress, and the callbacks that wait until there is none. */
let inProgress = 0
const settled: (() => void)[] = []

/** Resolves once nothing is being loaded. */
export function allLoaded(): Promise<void> {
  return inProgress === 0 ? Promise.resolve() : new Promise((resolve) => settled.push(resolve))
}

/** Counts a load as in progress until it ends. */
function counting<T>(load: Promise<T>): Promise<T> {
  inProgress++
  return load.finally(() => {
    if (--inProgress === 0) for (const resolve of settled.splice(0)) resolve()
  })
}

/** A load that components share, and how many wait for it or show it. */
interface SharedLoad {
  readonly revision: number | string
  readonly via: Transport
  readonly leaving: AbortController
  readonly data: Promise<unknown>
  users: number
}

const shared = new Map<string, SharedLoad>()

/** Begins a load, or joins one of the same version. */
function join(
  key: string,
  { revision, via }: Pick<SharedLoad, 'revision' | 'via'>,
  load: (signal: AbortSignal) => Promise<unknown>,
): SharedLoad {
  const known = shared.get(key)
  if (known?.revision === revision && known.via === via) {
    known.users++
    return known
  }
  const leaving = new AbortController()
  const made = { revision, via, leaving, data: counting(load(leaving.signal)), users: 1 }
  shared.set(key, made)
  return made
}

function leave(key: string, left: SharedLoad): void {
  if (--left.users > 0) return
  left.leaving.abort()
  if (shared.get(key) === left) shared.delete(key)
}

/**
 * Loads something, and again when the key or the revision changes. Data of another key are dropped at once. Components that load the same
 * share it, so a key stands for one call.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>, revision: number | string = 0): Loaded<T> {
  const [state, setState] = useState<Loaded<T> & { readonly key: string }>({ key, data: undefined, error: undefined })
  const via = useStore(transport)
  useEndedEffect(() => {
    let isGone = false
    const joined = join(key, { revision, via }, load)
    joined.data.then(
      (data) => isGone || setState({ key, data: data as T, error: undefined }),
      (error: unknown) => isGone || setState((now) => ({ key, data: now.key === key ? now.data : undefined, error })),
    )
    return () => {
      isGone = true
      leave(key, joined)
    }
  }, [key, revision, via])
  return state.key === key ? state : { data: undefined, error: undefined }
}

/** A page of a list, the length of the whole list, and the number of older entries that are no longer kept. */
export interface ListPage<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly evicted?: number
}

/** A list that is loaded page by page, as far as it is looked at. */
export interface PagedList<T> {
  readonly total: number | undefined
  readonly error: unknown
  /** Number of older entries that are no longer kept. */
  readonly evicted: number
  /** The entry at a position, if it has been loaded. */
  readonly at: (index: number) => T | undefined
  /** Loads the entries between two positions. */
  readonly need: (from: number, to: number) => void
}

/** A list that has been loaded as a whole. */
export function wholeList<T>(items: readonly T[]): PagedList<T> {
  return { total: items.length, error: undefined, evicted: 0, at: (index) => items[index], need: () => {} }
}

/** Number of entries that are loaded at a time. */
const PAGE_SIZE = 100

interface ListState {
  readonly key: string
  readonly total: number | undefined
  readonly evicted: number
  readonly error: unknown
}

/** Loads a list page by page, and again when the key or the revision changes. */
export function usePages<T>(
  key: string,
  load: (offset: number, limit: number, signal: AbortSignal) => Promise<ListPage<T>>,
  revision: number,
): PagedList<T> {
  const via = useStore(transport)
  const pages = useRef(new Map<number, { readonly items: readonly T[]; readonly version: string }>())
  const loading = useRef(new Map<number, string>())
  const shown = useRef<readonly number[]>([0])
  const [state, setState] = useState<ListState>({ key, total: undefined, evicted: 0, error: undefined })
  const [, setDrawn] = useState(0)
  const version = `${key} ${revision}`
  const current = useRef(version)
  const signal = useRef(new AbortController())

  const fetchPage = (page: number): void => {
    if (pages.current?.get(page)?.version === version || loading.current?.get(page) === version) return
    loading.current?.set(page, version)
    const { signal: leaving } = signal.current ?? new AbortController()
    counting(load(page * PAGE_SIZE, PAGE_SIZE, leaving)).then(
      ({ items, total, evicted = 0 }) => {
        if (current.current !== version) return
        pages.current?.set(page, { items, version })
        loading.current?.delete(page)
        setState({ key, total, evicted, error: undefined })
        setDrawn((drawn) => drawn + 1)
      },
      (error: unknown) => {
        loading.current?.delete(page)
        // A page that was left would be shown once more.
        if (current.current === version && !leaving.aborted)
          setState((now) => ({ ...now, key, total: now.key === key ? now.total : undefined, error }))
      },
    )
  }

  useEffect(() => {
    signal.current = new AbortController()
    return () => signal.current?.abort()
  }, [key, via])
  useEffect(() => {
    if (!current.current?.startsWith(`${key} `)) pages.current?.clear()
    current.current = version
    for (const page of shown.current ?? []) fetchPage(page)
  }, [version, via])

  return {
    total: state.key === key ? state.total : undefined,
    error: state.key === key ? state.error : undefined,
    evicted: state.key === key ? state.evicted : 0,
    at: (index) => {
      const page = pages.current?.get(Math.floor(index / PAGE_SIZE))
      return page?.version.startsWith(`${key} `) ? page.items[index % PAGE_SIZE] : undefined
    },
    need: (from, to) => {
      const first = Math.max(0, Math.floor(from / PAGE_SIZE))
      const last = Math.max(first, Math.floor(to / PAGE_SIZE))
      shown.current = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      for (const page of shown.current) fetchPage(page)
    },
  }
}
