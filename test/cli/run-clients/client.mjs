// Node: `fetch` and `node:https`, each with the host built in.
import https from 'node:https'

const headers = { authorization: 'Bearer any-us1' }
const url = 'https://us1.api.example.com/3.0/ping'
console.log('fetch', (await fetch(url, { headers })).status)
https.get(url, { headers }, (answer) => console.log('https', answer.resume().statusCode))
