import { CAMPAIGN, LIST, LISTS, MEMBER, answer, problem, redirect, refused, type Mutation } from './bends.ts'

/** Statuses, problems, bodies, headers and redirects that are other than the contract says. */
export const ANSWER_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a success has another status',
    of: 'getList',
    aspect: 'status',
    at: '200',
    assumption: 'lists.read',
    bend: answer(LIST, (each) => (each.status = 201)),
  },
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
  {
    name: 'a title is changed',
    of: 'getList',
    aspect: 'problem',
    at: '/title',
    assumption: 'errors.catalogue',
    bend: refused(LIST, (each) => (each.body.title = 'Not Here')),
  },
  {
    name: 'the status in a problem is another one',
    of: 'getList',
    aspect: 'problem',
    at: '/status',
    assumption: 'errors.catalogue',
    bend: refused(LIST, (each) => (each.body.status = 400)),
  },
  {
    name: 'a problem has no detail',
    of: 'getList',
    aspect: 'problem',
    at: '/detail',
    bend: refused(LIST, (each) => delete each.body.detail),
  },
  {
    name: 'a problem has a further member',
    of: 'getList',
    aspect: 'problem',
    at: '/help',
    assumption: 'errors.catalogue',
    bend: refused(LIST, (each) => (each.body.help = 'no')),
  },
  {
    name: 'a problem has the type of other JSON',
    of: 'getList',
    aspect: 'header',
    at: 'content-type',
    bend: refused(LIST, (each) => each.headers.set('content-type', 'application/json; charset=utf-8')),
  },
  {
    name: 'an unknown id is answered with 400',
    of: 'getList',
    aspect: 'refusal',
    at: 'unknown id',
    assumption: 'errors.catalogue',
    bend: refused(LIST, (each) => Object.assign(each, { status: 400, body: problem(400, 'Bad Request') })),
  },
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
  {
    name: 'HTML instead of JSON',
    of: 'getList',
    aspect: 'body',
    at: '',
    assumption: 'lists.read',
    bend: answer(LIST, (each) => (each.raw = Buffer.from('<html>'))),
  },
  { name: 'an empty body', of: 'getList', aspect: 'body', at: '', bend: answer(LIST, (each) => (each.body = undefined)) },
  {
    name: 'the request id is missing',
    of: 'getList',
    aspect: 'header',
    at: 'x-request-id',
    bend: answer(LIST, (each) => each.headers.delete('x-request-id')),
  },
  {
    name: 'the header link is missing',
    of: 'getList',
    aspect: 'header',
    at: 'link',
    bend: answer(LIST, (each) => each.headers.delete('link')),
  },
  {
    name: 'the header link leads to another schema',
    of: 'getList',
    aspect: 'header',
    at: 'link',
    bend: answer(LIST, (each) => each.headers.set('link', '<http://maildouble.test/schema/3.0/Other.json>; rel="describedBy"')),
  },
  {
    name: 'the type of the content is another one',
    of: 'getList',
    aspect: 'header',
    at: 'content-type',
    bend: answer(LIST, (each) => each.headers.set('content-type', 'text/plain')),
  },
  {
    name: 'another charset',
    of: 'getList',
    aspect: 'header',
    at: 'content-type',
    bend: answer(LIST, (each) =>
      Object.assign(each, { raw: Buffer.from(JSON.stringify(each.body), 'latin1') }).headers.set(
        'content-type',
        'application/json; charset=iso-8859-1',
      ),
    ),
  },
  {
    name: 'a redirect',
    of: 'getList',
    aspect: 'status',
    at: '302',
    bend: answer(LIST, (each) => redirect(each, `/3.0${each.path}/`)),
  },
  {
    name: 'a redirect to another server',
    of: 'getList',
    aspect: 'status',
    at: '302',
    bend: answer(LIST, (each) => redirect(each, 'http://other.test/3.0/lists')),
  },
]
