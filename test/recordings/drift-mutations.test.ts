import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareRecordings } from '../../src/kit/compare/compare.ts'
import type { Send } from '../../src/kit/drift/run/transport.ts'
import { readRecordings } from '../../src/kit/recordings/read-files.ts'
import { driftAgainst, serviceOf, wayTo, type Service } from '../drift/bent-service.ts'
import { ANSWER_MUTATIONS } from '../drift/answer-mutations.ts'
import { BEHAVIOUR_MUTATIONS } from '../drift/behaviour-mutations.ts'
import { MEMBER_MUTATIONS } from '../drift/member-mutations.ts'
import { RECORDERS } from './recorders.ts'
import type { RawCall } from './story.ts'

const MUTATIONS = [...MEMBER_MUTATIONS, ...ANSWER_MUTATIONS, ...BEHAVIOUR_MUTATIONS]

const folder = mkdtempSync(join(tmpdir(), 'maildouble-mutations-'))
let service: Service
beforeAll(async () => {
  service = await serviceOf({ scenario: 'newsletter' })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Records the calls of a run that reads the service. */
function recorded(send: Send, calls: RawCall[]): Send {
  return async (request) => {
    const answer = await send(request)
    calls.push({
      method: request.method,
      url: request.url.href,
      requestHeaders: request.headers,
      requestBody: request.body,
      status: answer.status,
      headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-encoding')),
      body: Buffer.from(answer.body).toString(),
      at: service.double.handle().world.clock.now,
    })
    return answer
  }
}

async function compareRun(bend: (typeof MUTATIONS)[number]['bend'] | undefined, only: (operation: string) => boolean) {
  const calls: RawCall[] = []
  await driftAgainst(recorded(service.send(bend), calls), { only })
  const path = join(mkdtempSync(join(folder, 'run-')), 'calls.har')
  writeFileSync(path, RECORDERS['HAR with text']!.write(calls))
  const result = await compareRecordings(await readRecordings([path]))
  return {
    result,
    found: result.operations.flatMap(({ operation, differences }) => differences.map((each) => ({ operation, ...each }))),
    elsewhere: result.elsewhere.differences,
  }
}

/** What a recording cannot tell, and why. */
const UNSEEN: { readonly [name: string]: string } = {
  'a missing key has another title': 'recordings often have their keys removed',
  'a link leads to another server': 'recordings often have changed names of hosts',
  'a report counts an open too many': 'the details of a report are compared with each other by drift only',
  'a rate is not the share of the delivered emails': 'the details of a report are compared with each other by drift only',
  'domains do not add up': 'the details of a report are compared with each other by drift only',
  'a search does not find a member': 'a search may find people whom the recording does not show',
}

describe('a recording of calls that read a service', () => {
  test('every difference that a recording cannot tell is one of drift', () => {
    expect(Object.keys(UNSEEN).filter((name) => MUTATIONS.every((each) => each.name !== name))).toEqual([])
  })

  test.each([...new Set(MUTATIONS.map(({ of }) => of))])('differs in nothing if the service is not bent: %s', async (of) => {
    const { found, elsewhere } = await compareRun(undefined, wayTo(of))
    expect([...found, ...elsewhere]).toEqual([])
  })

  test.each(MUTATIONS.filter(({ name }) => !(name in UNSEEN)))(
    '$name: the difference is found, at its operation',
    async (mutation) => {
      const { bend, of, aspect, at } = mutation
      const operation = 'operation' in mutation ? mutation.operation : of
      const { result, found, elsewhere } = await compareRun(bend, wayTo(of))
      const own = operation === undefined ? elsewhere : found.filter((each) => each.operation === operation)
      expect(
        own.map((each) => `${each.aspect} ${each.at}`),
        JSON.stringify({ aspect, at, found: found.slice(0, 5), elsewhere }, undefined, 1),
      ).not.toEqual([])
      expect(result.outcome).toBe('differs')
    },
  )
})
