// Meant for cron: node src/nightly-import.js customers.csv, whose first line has the column names email and first_name.
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { configFrom } from './config.js'
import { readCustomers } from './customers.js'
import { EmailApi } from './email-api.js'
import { importCustomers } from './import-customers.js'

const [, , file] = process.argv
if (!file) throw new Error('Usage: node src/nightly-import.js customers.csv')

const { listId, ...access } = configFrom(process.env)
const customers = readCustomers(await readFile(file, 'utf8'))
const { added, known, failed } = await importCustomers({ api: new EmailApi(access), listId, customers, pause })

console.log(`${added} added, ${known} known, ${failed.length} failed`)
for (const { email, why } of failed) console.log(`  ${email}: ${why}`)
process.exitCode = failed.length > 0 ? 1 : 0
