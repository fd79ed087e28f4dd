import { exactly, GONE, containing, type Claim } from './claim.ts'
import type { WorkerStep } from './step.ts'
import type { Worker } from './worker.ts'
import type { Body } from '../mock.ts'

/** Steps with lists, members, notes, segments and webhooks. */
export const memberSteps: readonly WorkerStep[] = [
  { often: 8, take: addMember },
  { often: 5, take: changeMember },
  { often: 2, take: dropMember },
  { often: 2, take: unsubscribe },
  { often: 3, take: addSeveral },
  { often: 2, take: writeNote },
  { often: 2, take: tag },
  { often: 1, take: makeSegment },
  { often: 1, take: addWebhook },
  { often: 1, take: makeList },
  { often: 1, take: renameList },
  { often: 1, take: dropList },
  { often: 2, take: sendRejectedCall },
]

const LIST = {
  contact: { company: 'Acme', address1: '1 Way', city: 'Town', country: 'US' },
  permission_reminder: 'You signed up.',
  email_type_option: false,
  campaign_defaults: { from_name: 'Acme', from_email: 'news@acme.test', subject: '', language: 'en' },
}

/** Maximum number of lists of a worker, and of members of a list. */
const LISTS_MAX = 3
const MEMBERS_MAX = 30

const at = (list: string): string => `/3.0/lists/${list}`

/** Returns a list to work on, created if necessary. */
export async function someList(worker: Worker): Promise<Body> {
  const lists = worker.lists()
  return lists.length > 0 ? worker.dice.oneOf(lists) : makeList(worker)
}

async function someMember(worker: Worker): Promise<Body> {
  const list = await someList(worker)
  const members = worker.members(list.id).filter(({ status }) => status === 'subscribed')
  return members.length > 0 ? worker.dice.oneOf(members) : undefined
}

export function personOf(worker: Worker, kind: string): { email_address: string; status: string; merge_fields: object } {
  const name = worker.fresh(kind)
  return { email_address: `${name}@crash.test`, status: 'subscribed', merge_fields: { FNAME: name } }
}

/** The expected state of an added member. */
export function memberLike({ email_address, status, merge_fields }: Body): Claim {
  return {
    is: 'like',
    fits: (body) =>
      body.email_address === email_address && body.status === status && body.merge_fields.FNAME === merge_fields.FNAME,
  }
}

/** Known webhooks of a list are called when a member joins it. */
export function reportsOf(worker: Worker, list: string, email: string): string[] {
  const hooks = worker.namesOf(`webhook ${list}/`)
  return hooks.map((hook) => `${new URL(hook.slice(hook.indexOf('/') + 1)).pathname} ${email}`)
}

async function makeList(worker: Worker): Promise<Body> {
  const lists = worker.lists()
  if (lists.length >= LISTS_MAX + (worker.isAlone ? 3 : 0)) return worker.dice.oneOf(lists)
  const name = worker.fresh('list')
  const { body } = await worker.write(
    'POST /3.0/lists',
    { name, ...LIST },
    {
      ifAnswered: (answer) => new Map([[`list ${name}`, exactly(worker.neutral(answer))]]),
      ifUnanswered: new Map([[`list ${name}`, containing({ name, permission_reminder: LIST.permission_reminder })]]),
    },
  )
  return body
}

async function renameList(worker: Worker): Promise<void> {
  const list = await someList(worker)
  if (!worker.ledger.books.claims.has(`list ${list.name}`)) return
  const permission_reminder = worker.fresh('reminder')
  await worker.write(
    `PATCH ${at(list.id)}`,
    { permission_reminder },
    {
      ifAnswered: (answer) => new Map([[`list ${list.name}`, exactly(worker.neutral(answer))]]),
      ifUnanswered: new Map([[`list ${list.name}`, worker.changed(worker.neutral(list), { permission_reminder })]]),
    },
  )
}

async function dropList(worker: Worker): Promise<void> {
  const list = worker.lists().find(({ id }) => worker.members(id).length > MEMBERS_MAX) ?? worker.lists()[0]
  if (!list || worker.fault?.list === list.id || worker.hasOpenBatch(list.id) || worker.members(list.id).length < 10) return
  const { reports } = worker.ledger.books
  for (const hook of worker.namesOf(`webhook ${list.id}/`)) {
    // Deleted things are not announced.
    for (const report of reports)
      if (report.startsWith(`${new URL(hook.slice(hook.indexOf('/') + 1)).pathname} `)) reports.delete(report)
  }
  const gone = ['member', 'segment', 'webhook', 'note'].flatMap((kind) => worker.namesOf(`${kind} ${list.id}/`))
  const after = new Map([...gone, `list ${list.name}`].map((name) => [name, GONE] as const))
  await worker.write(`DELETE ${at(list.id)}`, undefined, { ifAnswered: () => after, ifUnanswered: after })
}

async function addMember(worker: Worker): Promise<void> {
  const list = await someList(worker)
  if (worker.members(list.id).length > MEMBERS_MAX || worker.fault?.list === list.id) return changeMember(worker)
  await join(worker, list.id)
}

/** Adds a member and returns the status. */
export async function join(worker: Worker, list: string): Promise<number> {
  const person = personOf(worker, 'one')
  const name = `member ${list}/${person.email_address}`
  const reports = reportsOf(worker, list, person.email_address)
  const { status } = await worker.write(`POST ${at(list)}/members`, person, {
    ifAnswered: (answer) => new Map([[name, exactly(worker.neutral(answer))]]),
    ifUnanswered: new Map([[name, memberLike(person)]]),
    done: () => reports.forEach((report) => worker.ledger.books.reports.add(report)),
  })
  return status
}

async function addSeveral(worker: Worker): Promise<void> {
  const list = await someList(worker)
  if (worker.members(list.id).length > MEMBERS_MAX) return dropMember(worker)
  const people = Array.from({ length: 2 + worker.dice.upTo(4) }, () => personOf(worker, 'many'))
  const nameOf = ({ email_address }: { email_address: string }): string => `member ${list.id}/${email_address}`
  const reports = people.flatMap(({ email_address }) => reportsOf(worker, list.id, email_address))
  await worker.write(
    `POST ${at(list.id)}`,
    { members: people },
    {
      ifAnswered: ({ new_members, errors }) => {
        if (errors.length > 0) worker.report(`members were refused: ${JSON.stringify(errors)}`)
        return new Map(new_members.map((member: Body) => [nameOf(member), exactly(worker.neutral(member))]))
      },
      ifUnanswered: new Map(people.map((person) => [nameOf(person), memberLike(person)])),
      done: () => reports.forEach((report) => worker.ledger.books.reports.add(report)),
    },
  )
}

async function changeMember(worker: Worker): Promise<void> {
  const member = await someMember(worker)
  if (!member) return
  const FNAME = worker.fresh('name')
  const name = `member ${member.list_id}/${member.email_address}`
  const path = `${at(member.list_id)}/members/${member.email_address}`
  await worker.write(
    `PATCH ${path}?skip_merge_validation=true`,
    { merge_fields: { FNAME } },
    {
      ifAnswered: (answer) => new Map([[name, exactly(worker.neutral(answer))]]),
      ifUnanswered: new Map([
        [name, worker.changed(member, { merge_fields: { ...member.merge_fields, FNAME } }, 'last_changed', 'full_name')],
      ]),
    },
  )
}

async function unsubscribe(worker: Worker): Promise<void> {
  const member = await someMember(worker)
  if (!member || member.tags.length > 0) return
  const name = `member ${member.list_id}/${member.email_address}`
  await worker.write(
    `PATCH ${at(member.list_id)}/members/${member.email_address}?skip_merge_validation=true`,
    { status: 'unsubscribed' },
    {
      ifAnswered: (answer) => new Map([[name, exactly(worker.neutral(answer))]]),
      ifUnanswered: new Map([[name, { is: 'like', fits: ({ status, id }) => status === 'unsubscribed' && id === member.id }]]),
    },
  )
}

async function dropMember(worker: Worker): Promise<void> {
  const member = await someMember(worker)
  if (!member) return
  // The notes of a scenario were not in any response.
  const planted = worker.origin?.claims.get(`member ${member.list_id}/${member.email_address}`)
  if (planted?.is === 'exactly' && planted.body.last_note) return
  const { list_id: list, email_address: email } = member
  const notes = (worker.notes.get(`${list}/${email}`) ?? []).map((note) => [note, GONE] as const)
  const after = new Map([...notes, [`member ${list}/${email}`, GONE] as const])
  await worker.write(`POST ${at(list)}/members/${email}/actions/delete-permanent`, undefined, {
    ifAnswered: () => after,
    ifUnanswered: after,
  })
}

async function writeNote(worker: Worker): Promise<void> {
  const member = await someMember(worker)
  if (!member) return
  const { list_id: list, email_address: email } = member
  const text = worker.fresh('note')
  const name = `note ${list}/${text}`
  worker.notes.set(`${list}/${email}`, [...(worker.notes.get(`${list}/${email}`) ?? []), name])
  const noted = worker.changed(member, {}, 'last_changed', 'last_note')
  const path = `${at(list)}/members/${email}`
  const { status } = await worker.write(
    `POST ${path}/notes`,
    { note: text },
    {
      ifAnswered: ({ id, note: kept }) =>
        new Map([
          [name, exactly({ id, note: kept })],
          [`member ${list}/${email}`, noted],
        ]),
      ifUnanswered: new Map([
        [name, containing({ note: text })],
        [`member ${list}/${email}`, noted],
      ]),
    },
  )
  if (status < 300) await worker.renew(`member ${list}/${email}`, path)
}

async function tag(worker: Worker): Promise<void> {
  const member = await someMember(worker)
  if (!member) return
  const { list_id: list, email_address: email, tags } = member
  const given = worker.fresh('tag')
  const path = `${at(list)}/members/${email}`
  const tagged: Claim = {
    is: 'like',
    fits: (body) => body.tags.length === tags.length + 1 && body.tags.some(({ name }: Body) => name === given),
  }
  const after = new Map([
    [`member ${list}/${email}`, tagged],
    [`segment ${list}/${given}`, containing({ name: given, type: 'static' })],
  ])
  const { status } = await worker.write(
    `POST ${path}/tags`,
    { tags: [{ name: given, status: 'active' }] },
    {
      ifAnswered: () => after,
      ifUnanswered: after,
    },
  )
  if (status < 300) await worker.renew(`member ${list}/${email}`, path)
}

async function makeSegment(worker: Worker): Promise<void> {
  const list = await someList(worker)
  const name = worker.fresh('segment')
  const wish = {
    name,
    options: { match: 'all', conditions: [{ condition_type: 'TextMerge', field: 'FNAME', op: 'contains', value: 'a' }] },
  }
  await worker.write(`POST ${at(list.id)}/segments`, wish, {
    ifAnswered: ({ id, type }) => new Map([[`segment ${list.id}/${name}`, exactly({ id, name, type })]]),
    ifUnanswered: new Map([[`segment ${list.id}/${name}`, containing({ name, type: 'saved' })]]),
  })
}

async function addWebhook(worker: Worker): Promise<void> {
  const list = await someList(worker)
  if (worker.namesOf(`webhook ${list.id}/`).length > 0) return
  const url = `${worker.hooks}/${worker.access.id}/${worker.fresh('hook')}`
  const name = `webhook ${list.id}/${url}`
  await worker.write(
    `POST ${at(list.id)}/webhooks`,
    { url, events: { subscribe: true }, sources: { api: true } },
    {
      ifAnswered: (answer) => new Map([[name, exactly(worker.neutral(answer))]]),
      ifUnanswered: new Map([[name, containing({ url })]]),
    },
  )
}

/** A rejected call leaves nothing behind. */
async function sendRejectedCall(worker: Worker): Promise<void> {
  const list = await someList(worker)
  if (worker.fault?.list === list.id) return
  const [member] = worker.members(list.id)
  const line = `POST ${at(list.id)}/members`
  const body = member
    ? { email_address: member.email_address, status: 'subscribed', merge_fields: { FNAME: 'Refused' } }
    : { email_address: 'refused@crash.test', status: 'nonsense' }
  const { status } = await worker.write(line, body, { ifAnswered: () => new Map(), ifUnanswered: new Map() })
  if (status < 400) worker.report(`${line} should be refused, and was answered ${status}`)
}
