import { beforeEach, describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { exactly, GONE, containing, type Claim } from './claim.ts'
import { Ledger } from './ledger.ts'

const ann = { id: 'x1', web_id: 100_001, contact_id: 'c1', email_address: 'ann@work.test' }
const ben = { id: 'x2', web_id: 100_002, contact_id: 'c2', email_address: 'ben@work.test' }

let ledger: Ledger
beforeEach(() => (ledger = new Ledger()))

const settle = (...things: [string, Body][]): string[] => ledger.settle(new Map(things))

/** A batch of one member. */
function submitBatch(): void {
  const makes = new Map<string, Claim>([['member a/ann@work.test', containing({ email_address: 'ann@work.test' })]])
  ledger.books.batches.set('b1', { list: 'a', operations: 1, makes, reported: ['/hook ann@work.test'] })
  ledger.acknowledge(
    new Map<string, Claim>([
      ['batch b1', { is: 'like', moves: true, fits: ({ total }) => total === 1 }],
      ['member a/ann@work.test', { is: 'perhaps', fits: () => true }],
    ]),
  )
}

describe('for an acknowledged write, the ledger', () => {
  beforeEach(() => ledger.acknowledge(new Map([['member a/ann@work.test', exactly(ann)]])))

  test('the ledger accepts the unchanged thing after an acknowledged write', () => {
    expect(settle(['member a/ann@work.test', ann])).toEqual([])
    expect(ledger.acknowledged).toBe(1)
  })

  test('the ledger reports the loss of an acknowledged write', () => {
    expect(settle()).toEqual([`member a/ann@work.test is lost: it was ${JSON.stringify(ann)}`])
  })

  test('the ledger reports an acknowledged write that differs', () => {
    expect(settle(['member a/ann@work.test', { ...ann, vip: true }])).toEqual([
      `member a/ann@work.test is {"vip":true} instead of {}`,
    ])
  })

  test('the ledger reports a deleted thing that exists again', () => {
    ledger.acknowledge(new Map([['member a/ann@work.test', GONE]]))
    expect(settle(['member a/ann@work.test', ann])).toEqual([
      `member a/ann@work.test exists, but no answer said so: ${JSON.stringify(ann)}`,
    ])
  })

  test('the ledger reports a web id used twice', () => {
    ledger.acknowledge(new Map([['member a/ben@work.test', exactly({ ...ben, web_id: 100_001 })]]))
    expect(settle(['member a/ann@work.test', ann], ['member a/ben@work.test', { ...ben, web_id: 100_001 }])).toContain(
      'the web id 100001 was given to member a/ann@work.test, and then to member a/ben@work.test',
    )
  })
})

test('the ledger reports a rejected thing that exists', () => {
  expect(settle(['member a/ben@work.test', ben])).toEqual([
    `member a/ben@work.test exists, but no answer said so: ${JSON.stringify(ben)}`,
  ])
})

describe('for a call without a response, the ledger', () => {
  beforeEach(() =>
    ledger.doubt({
      what: 'add two',
      after: new Map([
        ['member a/ann@work.test', containing({ email_address: 'ann@work.test' })],
        ['member a/ben@work.test', containing({ email_address: 'ben@work.test' })],
      ]),
    }),
  )

  test('the ledger accepts a complete effect of a call without a response, and expects the effect from then on', () => {
    expect(settle(['member a/ann@work.test', ann], ['member a/ben@work.test', ben])).toEqual([])
    expect(settle(['member a/ann@work.test', ann])).toEqual([`member a/ben@work.test is lost: it was ${JSON.stringify(ben)}`])
  })

  test('the ledger accepts that a call without a response did nothing', () => {
    expect(settle()).toEqual([])
    expect(settle(['member a/ann@work.test', ann])).toHaveLength(1)
  })

  test('the ledger reports a call without a response that is done in part', () => {
    const [wrong] = settle(['member a/ann@work.test', ann])
    expect(wrong).toContain('"add two" was done by half')
  })
})

describe('for a batch, the ledger', () => {
  const finished = { id: 'f1', status: 'finished', total: 1, finished: 1 }
  beforeEach(submitBatch)

  test('the ledger accepts a running batch, with or without its results', () => {
    expect(settle(['batch b1', { ...finished, status: 'started' }])).toEqual([])
    expect(settle(['batch b1', { ...finished, status: 'started' }], ['member a/ann@work.test', ann])).toEqual([])
  })

  test('the ledger reports a finished batch with missing results', () => {
    expect(settle(['batch b1', finished])).toEqual(['member a/ann@work.test is lost'])
  })

  test('the ledger expects the webhooks of a batch from its end on', () => {
    settle(['batch b1', { ...finished, status: 'started' }])
    expect([...ledger.books.reports]).toEqual([])
    settle(['batch b1', finished], ['member a/ann@work.test', ann])
    expect([...ledger.books.reports]).toEqual(['/hook ann@work.test'])
  })

  test('the ledger reports the loss of a batch', () => {
    expect(settle()).toEqual(['batch b1 is lost'])
  })
})
