/** One call of the story. Names in braces stand for values that an earlier answer gave. */
export interface StoryStep {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the list, in the words of the reference. */
  readonly path: string
  readonly body?: unknown
  /** Names for members of the answer, by JSON pointer. */
  readonly keep?: Readonly<Record<string, string>>
}

/** The list that a run creates. */
export function storyList(name: string, domain: string): object {
  return {
    name,
    permission_reminder: 'This list was created by maildouble drift to compare the service with its test double.',
    email_type_option: true,
    contact: { company: 'maildouble', address1: '1 Example Street', city: 'London', zip: 'N1 9GU', country: 'GB' },
    campaign_defaults: { from_name: 'maildouble', from_email: `drift@${domain}`, subject: 'Drift', language: 'en' },
  }
}

const FIELDS: readonly (readonly [tag: string, type: string, good: unknown, bad: unknown, options?: object])[] = [
  ['TEXT', 'text', 'Some text', { no: 'text' }],
  ['NUM', 'number', 42, 'forty-two'],
  ['ADDR', 'address', { addr1: '1 High Street', city: 'London', state: '', zip: 'N1 9GU', country: 'GB' }, 'London'],
  ['PHON', 'phone', '020 7946 0000', { no: 'phone' }],
  ['DAY', 'date', '2024-02-29', '2024-02-31'],
  ['SITE', 'url', 'https://example.com/', 'no address'],
  ['PIC', 'imageurl', 'https://example.com/a.png', 'no address'],
  ['RADIO', 'radio', 'One', 'Three', { choices: ['One', 'Two'] }],
  ['DROP', 'dropdown', 'Two', 'Three', { choices: ['One', 'Two'] }],
  ['BIRTH', 'birthday', '02/29', '13/40'],
  ['POST', 'zip', '12345', 'N1 9GU 1'],
]

/** The story: what is done below the list, in this order, in the service and in a double. */
export function storySteps(domain: string): StoryStep[] {
  const address = (name: string): string => `drift-${name}@${domain}`
  const member = (name: string): string => `/members/${address(name)}`
  return [
    { name: 'read the list', method: 'GET', path: '' },
    ...FIELDS.map(([tag, type, , , options]): StoryStep => ({
      name: `add a merge field of type ${type}`,
      method: 'POST',
      path: '/merge-fields',
      body: { tag, name: `Field ${tag}`, type, ...(options ? { options } : {}) },
    })),
    {
      name: 'add a merge field with a tag that is taken',
      method: 'POST',
      path: '/merge-fields',
      body: { tag: 'TEXT', name: 'Again', type: 'text' },
    },
    {
      name: 'add a merge field of an unknown type',
      method: 'POST',
      path: '/merge-fields',
      body: { tag: 'X', name: 'X', type: 'colour' },
    },
    { name: 'list the merge fields', method: 'GET', path: '/merge-fields?count=50' },
    ...['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional'].map((status): StoryStep => ({
      name: `add a member who is ${status}`,
      method: 'POST',
      path: '/members',
      body: { email_address: address(status), status, merge_fields: { FNAME: 'Ada', LNAME: status } },
    })),
    {
      name: 'add a member twice',
      method: 'POST',
      path: '/members',
      body: { email_address: address('subscribed'), status: 'subscribed' },
    },
    { name: 'add a member without an address', method: 'POST', path: '/members', body: { status: 'subscribed' } },
    {
      name: 'add a member with a malformed address',
      method: 'POST',
      path: '/members',
      body: { email_address: 'no address', status: 'subscribed' },
    },
    {
      name: 'add a member with an unknown status',
      method: 'POST',
      path: '/members',
      body: { email_address: address('odd'), status: 'odd' },
    },
    ...FIELDS.flatMap(([tag, type, good, bad]): StoryStep[] => [
      {
        name: `give a field of the type ${type} a value`,
        method: 'PATCH',
        path: member('subscribed'),
        body: { merge_fields: { [tag]: good } },
      },
      {
        name: `give a field of the type ${type} a bad value`,
        method: 'PATCH',
        path: member('subscribed'),
        body: { merge_fields: { [tag]: bad } },
      },
    ]),
    { name: 'read a member', method: 'GET', path: member('subscribed') },
    {
      name: 'insert a member by PUT',
      method: 'PUT',
      path: member('put'),
      body: { email_address: address('put'), status_if_new: 'subscribed' },
    },
    {
      name: 'update a member by PUT',
      method: 'PUT',
      path: member('put'),
      body: { email_address: address('put'), language: 'de', vip: true },
    },
    {
      name: 'subscribe a member who unsubscribed',
      method: 'PATCH',
      path: member('unsubscribed'),
      body: { status: 'subscribed' },
    },
    { name: 'archive a member', method: 'DELETE', path: member('put') },
    { name: 'archive a member again', method: 'DELETE', path: member('put') },
    { name: 'read an archived member', method: 'GET', path: member('put') },
    {
      name: 'bring back an archived member',
      method: 'PUT',
      path: member('put'),
      body: { email_address: address('put'), status: 'subscribed' },
    },
    {
      name: 'tag a member',
      method: 'POST',
      path: `${member('subscribed')}/tags`,
      body: {
        tags: [
          { name: 'Blue', status: 'active' },
          { name: 'Red', status: 'active' },
        ],
      },
    },
    {
      name: 'untag a member',
      method: 'POST',
      path: `${member('subscribed')}/tags`,
      body: { tags: [{ name: 'Red', status: 'inactive' }] },
    },
    { name: 'list the tags of a member', method: 'GET', path: `${member('subscribed')}/tags` },
    { name: 'search for a tag', method: 'GET', path: '/tag-search?name=Bl' },
    { name: 'add a note', method: 'POST', path: `${member('subscribed')}/notes`, body: { note: 'A note of maildouble drift.' } },
    {
      name: 'add a segment with an address',
      method: 'POST',
      path: '/segments',
      body: { name: 'Fixed', static_segment: [address('subscribed')] },
      keep: { fixed: '/id' },
    },
    {
      name: 'add a segment with conditions',
      method: 'POST',
      path: '/segments',
      body: {
        name: 'Named',
        options: { match: 'all', conditions: [{ condition_type: 'TextMerge', field: 'FNAME', op: 'is', value: 'Ada' }] },
      },
      keep: { named: '/id' },
    },
    {
      name: 'add a segment with a bad condition',
      method: 'POST',
      path: '/segments',
      body: {
        name: 'Bad',
        options: { match: 'all', conditions: [{ condition_type: 'TextMerge', field: 'FNAME', op: 'resembles', value: 'Ada' }] },
      },
    },
    { name: 'list the members of a segment with an address', method: 'GET', path: '/segments/{fixed}/members' },
    { name: 'list the members of a segment with conditions', method: 'GET', path: '/segments/{named}/members' },
    {
      name: 'add an interest category',
      method: 'POST',
      path: '/interest-categories',
      body: { title: 'Topics', type: 'checkboxes' },
      keep: { category: '/id' },
    },
    { name: 'add an interest', method: 'POST', path: '/interest-categories/{category}/interests', body: { name: 'News' } },
    { name: 'list the interests', method: 'GET', path: '/interest-categories/{category}/interests' },
    {
      name: 'add a webhook to nowhere',
      method: 'POST',
      path: '/webhooks',
      body: { url: 'https://maildouble.invalid/hook', events: { subscribe: true } },
    },
    { name: 'list the webhooks', method: 'GET', path: '/webhooks' },
    { name: 'list the members by status', method: 'GET', path: '/members?status=subscribed&count=20' },
    { name: 'delete a member permanently', method: 'POST', path: `${member('put')}/actions/delete-permanent` },
    {
      name: 'add a member who was deleted permanently',
      method: 'POST',
      path: '/members',
      body: { email_address: address('put'), status: 'subscribed' },
    },
    { name: 'read a member who was never added', method: 'GET', path: member('nobody') },
    { name: 'read a segment that was never added', method: 'GET', path: '/segments/999999999' },
  ]
}
