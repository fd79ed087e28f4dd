/** Creations of members of a list of `starter` as batch operations. @param {number} count */
export function operationsFor(count) {
  return Array.from({ length: count }, (_, i) => ({
    method: 'POST',
    path: '/3.0/lists/aaaaaaaaaa/members',
    operation_id: `member-${i}`,
    body: JSON.stringify({ email_address: `new${i}@acme.test`, status: 'subscribed', merge_fields: { FNAME: 'Ada' } }),
  }))
}
