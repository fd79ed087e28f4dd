import { rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestInfo } from '@playwright/test'
import type { World } from '../client/index.ts'
import { evidenceOf, replayOf } from './evidence.ts'
import type { Outcome } from './staging.ts'
import type { Attempt } from './world-id.ts'

/** What tells a test of Playwright from all others. */
export function attemptOf({ project, file, titlePath, repeatEachIndex, retry }: TestInfo): Attempt {
  return {
    project: project.name,
    file: relative(project.testDir, file),
    title: titlePath.slice(1).join(' '),
    repeat: repeatEachIndex,
    retry,
  }
}

/** How a test of Playwright went so far. */
export function outcomeOf({ status, expectedStatus }: TestInfo): Outcome {
  return { isJudged: expectedStatus === 'passed' && status !== 'skipped', hasFailed: status !== expectedStatus }
}

/** Attaches what happened in a world. Tells where that is, and what a person can do with it. */
export async function attachTo(info: TestInfo, world: World): Promise<string> {
  const told = [`What happened in the world ${world.id} of this test:`]
  for (const each of await evidenceOf(world)) {
    if (typeof each === 'string') {
      told.push(`  ${each}`)
      continue
    }
    const { ending, what, contentType, text } = each
    const path = info.outputPath(`${world.id}.${ending}`)
    writeFileSync(path, text)
    await info.attach(`${world.id}.${ending}`, { path, contentType })
    // It is a copy that is attached.
    const shown = relative('.', info.attachments.at(-1)?.path ?? path)
    if (shown !== relative('.', path)) rmSync(path)
    told.push(`  ${shown}  ${what}`)
    if (ending === 'bundle.json') told.push(`    ${replayOf(shown)}`)
  }
  return told.join('\n')
}
