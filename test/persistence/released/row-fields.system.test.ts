import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { SAVE_FORMAT } from '../../../src/server/persistence/formats/format.ts'
import { upgrades } from '../../../src/server/persistence/formats/upgrades.ts'
import { recordings, worldsInFolder } from './recording.ts'
import { rowFields } from './row-fields.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const FILE = join(import.meta.dirname, `fields-${SAVE_FORMAT}.json`)

/** What to do when a test below fails. */
const ADVICE = `Rows of saved worlds lack what has changed. If a release has written the format ${SAVE_FORMAT}, raise SAVE_FORMAT and add an upgrade in src/server/persistence/formats/upgrades.ts, and delete nothing here. Otherwise extend the upgrade to the format ${SAVE_FORMAT}. Then write the fields with UPDATE_FIELDS=1 (docs/internals/releasing.md).`

test('the rows of each table have the fields that their format has recorded', () => {
  const fields = rowFields(ROOT)
  if (process.env['UPDATE_FIELDS'] !== undefined) writeFileSync(FILE, `${JSON.stringify(fields, null, 2)}\n`)
  expect(existsSync(FILE), ADVICE).toBe(true)
  const recorded: Record<string, readonly string[]> = JSON.parse(readFileSync(FILE, 'utf8'))
  // A table that a format does not know is empty in its worlds: it needs no upgrade.
  const known = Object.fromEntries(Object.entries(fields).filter(([table]) => Object.hasOwn(recorded, table)))
  expect(known, ADVICE).toEqual(recorded)
})

test('each format before the current one has an upgrade, and a recording', () => {
  const before = Array.from({ length: SAVE_FORMAT - 1 }, (_, i) => i + 1)
  expect(Object.keys(upgrades).map(Number)).toEqual(before)
  const formats = recordings.flatMap((recording) =>
    [...worldsInFolder(recording).values()].map((records) => {
      const world = records.get('world')
      return typeof world === 'object' && world !== null && 'format' in world ? world.format : undefined
    }),
  )
  for (const format of before) expect(formats).toContain(format)
})
