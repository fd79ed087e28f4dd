// npm run docs: writes the pages of docs/ that follow from the contracts.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { assumptionsPage } from './assumptions.mjs'
import { settingsPage } from './settings-page.mjs'
import { controlContract, serviceContract } from './spec.mjs'

const DOCS = resolve(import.meta.dirname, '../docs')

writeFileSync(resolve(DOCS, 'assumptions.md'), assumptionsPage(await serviceContract()))
writeFileSync(resolve(DOCS, 'settings.md'), settingsPage(await controlContract()))
