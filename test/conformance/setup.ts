// Setup file of Vitest for `npm run conformance`: it writes the coverage of each test file into the folder CONFORMANCE_DIR.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, aroundEach, expect } from 'vitest'
import { during, takeSeen } from './recorder.ts'

const folder = process.env['CONFORMANCE_DIR'] ?? ''
const file = relative('', expect.getState().testPath ?? '')

aroundEach((run, { task }) => during(task.id, run))

afterAll(() => writeFileSync(join(folder, `${file.replaceAll(/[\\/]/g, '+')}.json`), JSON.stringify({ file, ...takeSeen() })))
