import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { World } from '../client/index.ts'
import { variable } from './environment.ts'
import { evidenceOf, replayOf } from './evidence.ts'

/** Where the files of tests that failed go, below the folder that the tests were started in. */
const FOLDER = 'maildouble-failures'

/** The files that were written for a test that failed, below the folder that the tests were started in. */
export interface Kept {
  /** The world it had. */
  readonly world: string
  /** What `maildouble replay` takes; not there where the run was too long to be kept. */
  readonly bundle?: string
  /** Calls and webhooks, as the control API shows them. */
  readonly journal?: string
  /** The calls, as HAR 1.2. */
  readonly har?: string
}

/** Writes down what happened in a world. Tells where that is, and what a person can do with it. */
export async function keep(world: World): Promise<{ readonly kept: Kept; readonly told: string }> {
  const folder = resolve(variable('MAILDOUBLE_FAILURES') ?? FOLDER)
  const kept: Record<string, string> = {}
  const told = [`What happened in the world ${world.id} of this test:`]
  const evidence = await evidenceOf(world)
  mkdirSync(folder, { recursive: true })
  for (const each of evidence) {
    if (typeof each === 'string') {
      told.push(`  ${each}`)
      continue
    }
    const path = join(folder, `${world.id}.${each.ending}`)
    writeFileSync(path, each.text)
    const shown = relative('.', path)
    kept[each.ending.replace(/\..*/, '')] = shown
    told.push(`  ${shown}  ${each.what}`)
    if (each.ending === 'bundle.json') told.push(`    ${replayOf(shown)}`)
  }
  return { kept: { ...kept, world: world.id }, told: told.join('\n') }
}
