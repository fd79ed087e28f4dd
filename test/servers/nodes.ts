import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { maySkip } from './program.ts'

/** A version of Node installed by `.ci/nodes`. */
export interface OtherNode {
  /** `20.19.0`, or the release line whose newest version it is: `22`. */
  readonly version: string
  /** The path of the program. */
  readonly program: string
}

const FOLDER = resolve(import.meta.dirname, '../../.cache/nodes')

/** Every installed version of Node, oldest first. */
export const otherNodes: readonly OtherNode[] = (existsSync(FOLDER) ? readdirSync(FOLDER) : [])
  .toSorted((a, b) => Number.parseFloat(a) - Number.parseFloat(b))
  .map((version) => ({
    version,
    program: join(FOLDER, version, `node_modules/node-${process.platform}-${process.arch}/bin/node`),
  }))
  .filter(({ program }) => existsSync(program))

/** Whether tests that need them are skipped: never where the project itself is tested. */
export const withoutNodes = otherNodes.length < 3 && maySkip

if (withoutNodes)
  console.warn('Tests that need several versions of Node are skipped: `bash .ci/nodes` installs these into .cache/nodes.')
