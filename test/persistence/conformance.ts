import { afterEach, beforeEach, describe, test } from 'vitest'
import { manyThings } from './conformance-many.ts'
import { names } from './conformance-names.ts'
import { others } from './conformance-others.ts'
import { worlds } from './conformance-worlds.ts'
import type { OpenedStore } from './open-store.ts'

export type { OpenedStore as Opened } from './open-store.ts'

/** The promises of every driver, by title. */
const promises = { ...worlds, ...names, ...others, ...manyThings }

/** The title of a promise. */
export type Title = keyof typeof promises

/** What a driver cannot do, and why. */
export interface Skip {
  readonly reason: string
  readonly tests: readonly Title[]
}

/** Tests that a driver keeps the promises of `Store`. */
export function storeConformance(name: string, open: () => Promise<OpenedStore>, skips: readonly Skip[] = []): void {
  describe(`${name}, as every store,`, () => {
    let opened: OpenedStore

    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.end())

    for (const [title, promise] of Object.entries(promises)) {
      const skipped = skips.find(({ tests }) => tests.some((each) => each === title))
      test(`${title}`, async ({ skip }) => {
        if (skipped) skip(skipped.reason)
        await promise(opened)
      })
    }
  })
}
