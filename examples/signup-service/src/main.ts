// The service: node dist/main.js. The nightly import, for cron: node dist/main.js customers.csv, with the columns email and first_name.
import { readFile } from 'node:fs/promises'
import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { emailApi } from './email-api.ts'
import { importCustomers, readCustomers } from './import-customers.ts'
import { createMirror } from './mirror.ts'

const [, , file] = process.argv
const listId = variable('LIST_ID')
const api = emailApi(variable('EMAIL_API_URL'), variable('EMAIL_API_KEY'))

if (file) {
  const { added, known, failed } = await importCustomers(api, listId, readCustomers(await readFile(file, 'utf8')))
  console.log(`${added} added, ${known} known, ${failed.length} failed`)
  for (const { email, why } of failed) console.log(`  ${email}: ${why}`)
  process.exitCode = failed.length > 0 ? 1 : 0
} else {
  const { fetch } = createApp(api, createMirror(api, listId), listId, variable('HOOK_SECRET'))
  const port = Number(process.env.PORT ?? 3000)
  serve({ fetch, port, hostname: '127.0.0.1' }, (taken) => console.log(`Sign up at http://127.0.0.1:${taken.port}/`))
}

function variable(name: string) {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name} in the environment.`)
  return value
}
