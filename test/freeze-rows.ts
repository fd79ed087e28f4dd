// Before each test file: code that writes to a stored row throws.
import { freezeAllRows } from '../src/kernel/world/freeze.ts'

freezeAllRows()
