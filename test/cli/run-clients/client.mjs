// Node: `fetch` and `node:https`, each with the host built in, the latter also with an agent that knows no proxies.
import https from 'node:https'

const headers = { authorization: 'Bearer any-us1' }
const url = 'https://us1.api.example.com/3.0/ping'
/** @param {import('node:https').RequestOptions} options */
const status = (options) =>
  new Promise((resolve, reject) => https.get(url, options, (answer) => resolve(answer.resume().statusCode)).on('error', reject))

console.log('fetch', (await fetch(url, { headers })).status)
console.log('https', await status({ headers }))
console.log('agent', await status({ headers, agent: false }))
