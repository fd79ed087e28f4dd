import { createApp } from './page.js'

const { MAILDOUBLE_URL, SHARED_KEY, LIST } = process.env

// One process, with one key, for all tests and workers.
const app = createApp({ apiUrl: `${MAILDOUBLE_URL}/3.0`, apiKey: SHARED_KEY, list: LIST })
app.listen(0, '127.0.0.1', () => console.log(`The application listens at http://127.0.0.1:${app.address().port}`))
