import { serve } from '@hono/node-server'
import { createApp } from './app.js'
import { configFrom } from './config.js'
import { EmailApi } from './email-api.js'
import { Subscribers } from './subscribers.js'

const config = configFrom(process.env)
const app = createApp({ config, api: new EmailApi(config), subscribers: new Subscribers() })
const port = Number(process.env.PORT ?? 3000)

serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, ({ port: taken }) =>
  console.log(`Sign up at http://127.0.0.1:${taken}/`),
)
