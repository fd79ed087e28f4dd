// Brings a shop to the email service: node dist/main.js shop.json
import { readFile } from 'node:fs/promises'
import { emailApi } from './email-api.ts'
import { type ShopData, sync } from './sync.ts'

const [, , file = 'shop.json'] = process.argv
const data: ShopData = JSON.parse(await readFile(file, 'utf8'))
const api = emailApi(variable('EMAIL_API_URL'), variable('EMAIL_API_KEY'))

const { shop, failed } = await sync(api, { ...data, store: { ...data.store, list_id: variable('LIST_ID') } })
console.log(`The store ${shop.storeId} has ${data.products.length} products and ${data.orders.length} orders.`)
for (const { id, why } of failed) console.log(`  ${id}: ${why}`)
process.exitCode = failed.length > 0 ? 1 : 0

function variable(name: string) {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name} in the environment.`)
  return value
}
