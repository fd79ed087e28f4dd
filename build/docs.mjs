// npm run docs: writes the pages of docs/ that follow from the contract.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { assumptionsPage } from './assumptions.mjs'
import { serviceContract } from './spec.mjs'

writeFileSync(resolve(import.meta.dirname, '../docs/assumptions.md'), assumptionsPage(await serviceContract()))
