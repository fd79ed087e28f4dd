import { expect, test } from 'vitest'
import { Project } from './project.ts'

const SCRIPT = `
import { createDouble } from 'maildouble'
import { connect } from 'maildouble/client'

const world = await connect(await createDouble({ scenario: 'empty' })).worlds.create()
const { name } = await world.deliveries.waitFor({ wait: 50 }).catch((error) => error)
const { verdict } = await world.requests.verdict({ within: 50 })
console.log(name, verdict)
`

test('a script that waits for a double without a socket continues after the wait', async () => {
  const { code, out } = await (await Project.of({ 'wait.mjs': SCRIPT })).run('wait.mjs', [])
  expect({ code, out }).toEqual({ code: 0, out: 'WaitTimeoutError fail\n' })
})
