import type { Aspect } from '../../src/kit/drift/finding.ts'
import type { Bend, Bendable } from './bent-service.ts'
import { CAMPAIGN, LIST, LISTS, MEMBER, answer, problem, redirect, refused, type Mutation } from './bends.ts'

type Change = (given: Bendable) => void

function ofList(name: string, aspect: Aspect, at: string, bend: Bend, assumption?: string): Mutation {
  return { name, of: 'getList', aspect, at, bend, assumption }
}

const bendAnswer = (name: string, aspect: Aspect, at: string, change: Change, assumption?: string) =>
  ofList(name, aspect, at, answer(LIST, change), assumption)
const bendProblem = (name: string, aspect: Aspect, at: string, change: Change, assumption?: string) =>
  ofList(name, aspect, at, refused(LIST, change), assumption)

/** Statuses, problems, bodies, headers and redirects that are other than the contract says. */
export const ANSWER_MUTATIONS: readonly Mutation[] = [
  bendAnswer('a success has another status', 'status', '200', (each) => (each.status = 201), 'lists.read'),
  {
    name: 'a status is unknown to the contract',
    of: 'getMember',
    aspect: 'problem',
    at: '/title',
    assumption: 'errors.catalogue',
    bend: answer(MEMBER, (each) => Object.assign(each, { status: 418, body: problem(418, 'Teapot') })),
  },
  {
    name: 'what a link leads to is missing',
    of: 'getCampaign',
    aspect: 'status',
    at: 'linked',
    bend: answer(CAMPAIGN, (each) => Object.assign(each, { status: 404, body: problem(404, 'Resource Not Found') })),
  },
  bendProblem('a title is changed', 'problem', '/title', (each) => (each.body.title = 'Not Here'), 'errors.catalogue'),
  bendProblem(
    'the status in a problem is another one',
    'problem',
    '/status',
    (each) => (each.body.status = 400),
    'errors.catalogue',
  ),
  bendProblem('a problem has no detail', 'problem', '/detail', (each) => delete each.body.detail),
  bendProblem('a problem has a further member', 'problem', '/help', (each) => (each.body.help = 'no'), 'errors.catalogue'),
  bendProblem('a problem has the type of other JSON', 'header', 'content-type', (each) =>
    each.headers.set('content-type', 'application/json; charset=utf-8'),
  ),
  bendProblem(
    'an unknown id is answered with 400',
    'refusal',
    'unknown id',
    (each) => Object.assign(each, { status: 400, body: problem(400, 'Bad Request') }),
    'errors.catalogue',
  ),
  {
    name: 'an unknown id is answered with a success',
    of: 'getMember',
    aspect: 'refusal',
    at: 'unknown id',
    bend: async (each, ask) => {
      if (/members\/f+$/.test(each.path)) Object.assign(each, { status: 200, body: (await ask('/')).body })
    },
  },
  {
    name: 'a count below zero is accepted',
    of: 'getLists',
    aspect: 'refusal',
    at: 'count=-1',
    assumption: 'errors.catalogue',
    bend: async (each, ask) => {
      if (each.query.get('count') === '-1') Object.assign(each, { status: 200, body: (await ask(each.path)).body })
    },
  },
  {
    name: 'a validation problem names no field',
    of: 'getLists',
    aspect: 'refusal',
    at: 'count=-1 errors',
    assumption: 'errors.fields',
    bend: refused(LISTS, (each) => delete each.body.errors),
  },
  {
    name: 'a call without a key is answered',
    of: 'getRoot',
    aspect: 'refusal',
    at: 'no key',
    bend: (each) => {
      if (each.isAnonymous) Object.assign(each, { status: 200 })
    },
  },
  {
    name: 'a missing key has another title',
    of: 'getRoot',
    aspect: 'refusal',
    at: 'no key',
    assumption: 'errors.catalogue',
    bend: (each) => {
      if (each.isAnonymous) each.body.title = 'API Key Invalid'
    },
  },
  {
    name: 'an unknown path is answered',
    of: 'getRoot',
    operation: undefined,
    aspect: 'refusal',
    at: 'unknown path',
    assumption: 'errors.catalogue',
    bend: async (each, ask) => {
      if (each.path.includes('no-such')) Object.assign(each, { status: 200, body: (await ask('/')).body })
    },
  },
  bendAnswer('HTML instead of JSON', 'body', '', (each) => (each.raw = Buffer.from('<html>')), 'lists.read'),
  bendAnswer('an empty body', 'body', '', (each) => (each.body = undefined)),
  bendAnswer('the request id is missing', 'header', 'x-request-id', (each) => each.headers.delete('x-request-id')),
  bendAnswer('the header link is missing', 'header', 'link', (each) => each.headers.delete('link')),
  bendAnswer('the header link leads to another schema', 'header', 'link', (each) =>
    each.headers.set('link', '<http://maildouble.test/schema/3.0/Other.json>; rel="describedBy"'),
  ),
  bendAnswer('the type of the content is another one', 'header', 'content-type', (each) =>
    each.headers.set('content-type', 'text/plain'),
  ),
  bendAnswer('another charset', 'header', 'content-type', (each) =>
    Object.assign(each, { raw: Buffer.from(JSON.stringify(each.body), 'latin1') }).headers.set(
      'content-type',
      'application/json; charset=iso-8859-1',
    ),
  ),
  bendAnswer('a redirect', 'status', '302', (each) => redirect(each, `/3.0${each.path}/`)),
  bendAnswer('a redirect to another server', 'status', '302', (each) => redirect(each, 'http://other.test/3.0/lists')),
]
