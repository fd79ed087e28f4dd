import https from 'node:https'
import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { heard, inProcess, LISTS } from './calling.ts'

test('calls without a socket leave none of their parsers behind', async () => {
  await using made = await inProcess()
  let parser: object | undefined
  const calls = async (count: number, destroyed: boolean) => {
    for (let at = 0; at < count; at++) {
      const request = https.get(LISTS, made)
      request.once('socket', (socket) => {
        parser = Reflect.get(socket, 'responseParser')
        if (destroyed) request.destroy()
      })
      await heard(request)
    }
  }
  await calls(1, false)
  const Parser = Object(parser).constructor as new () => object
  const before = Number(queryObjects(Parser))
  await calls(20, false)
  await calls(20, true)
  expect(Number(queryObjects(Parser)) - before).toBeLessThan(10)
})
