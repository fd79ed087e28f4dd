import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { maySkip } from './program.ts'

/** A version of Node that `.ci/nodes` has installed. */
export interface OtherNode {
  /** `20.19.0`, or the line of versions it is the newest of: `22`. */
  readonly version: string
  /** The path of the program. */
  readonly program: string
}

const FOLDER = resolve(import.meta.dirname, '../../.cache/nodes')

/** Every version of Node that is installed, the oldest first. */
export const otherNodes: readonly OtherNode[] = (existsSync(FOLDER) ? readdirSync(FOLDER) : [])
  .toSorted((a, b) => Number.parseFloat(a) - Number.parseFloat(b))
  .map((version) => ({
    version,
    program: join(FOLDER, version, `node_modules/node-${process.platform}-${process.arch}/bin/node`),
  }))
  .filter(({ program }) => existsSync(program))

/** Whether tests that need them are skipped: where the project itself is tested, they have to be there. */
export const withoutNodes = otherNodes.length < 3 && maySkip

if (withoutNodes)
  console.warn('Tests that need several versions of Node are skipped: `bash .ci/nodes` installs these into .cache/nodes.')
