// A program that signs up the people who are waiting, for `maildouble trial`: node dist/sign-ups.js, or node dist/sign-ups.js naive.
import { env, argv } from 'node:process'
import * as naive from './naive/index.ts'
import * as right from './right/index.ts'

const { connect, subscribe } = argv[2] === 'naive' ? naive : right
const LIST = 'aaaaaaaaaa'

/** Would be a table of a database. */
const waiting = ['ada@acme.test', 'dora@example.com', 'emil@example.com', 'fay@example.com']

const api = connect({ url: env.MAILDOUBLE_API_URL ?? '', key: env.MAILDOUBLE_API_KEY ?? '' })
for (const email of waiting.splice(0)) {
  try {
    const outcome = await subscribe(api, LIST, email, { merge_fields: { FNAME: 'Ada' }, interests: { aaaaaaaa12: true } })
    console.log(`${email}: ${outcome}`)
  } catch (error) {
    // Better times may come. Any other error is a mistake of ours, and ends the program.
    if (!(error instanceof right.ServiceError) || error.kind === 'refused') throw error
    waiting.push(email)
    console.log(`${email} waits: ${error.message}`)
  }
}
