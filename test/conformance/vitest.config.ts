// The suite with a recorder, for `npm run conformance`.
import { defineConfig } from 'vitest/config'
import suite from '../../vitest.config.ts'

export default defineConfig({ ...suite, test: { ...suite.test, setupFiles: ['test/conformance/setup.ts'] } })
