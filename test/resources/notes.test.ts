import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { makeNote, type NewNote } from '../../src/service/rules/notes/make.ts'
import { mock } from '../mock.ts'

const LIST = 'aaaaaaaaaa'
const ADA = '3981b0f24162d410a2657d2ced0b5d06'
const NOTES = `/3.0/lists/${LIST}/members/${ADA}/notes`

const NOW = 1_768_467_600
const DAY_S = 86_400

/** A world with Ada on a list, and the given notes about her. */
async function withNotes(...planted: NewNote[]) {
  const world = mock()
  await world.plant((tx) => {
    const list = makeList(tx, { id: LIST, name: 'News' })
    const member = makeMember(tx, list, { email_address: 'ada@acme.test', created_at: NOW - 30 * DAY_S })
    makeMember(tx, list, { email_address: 'bob@acme.test' })
    for (const note of planted) makeNote(tx, list, member, note)
  })
  return world
}

const ada = `GET /3.0/lists/${LIST}/members/${ADA}`

describe('createMemberNote', () => {
  test('a note shows its author, its time and its member', async () => {
    const { call } = await withNotes()
    const { body } = await call(`POST ${NOTES}`, { note: 'Met at the fair.' })
    expect(body).toMatchObject({
      id: 1,
      created_at: '2026-01-15T09:00:00+00:00',
      created_by: 'Acme',
      updated_at: '2026-01-15T09:00:00+00:00',
      note: 'Met at the fair.',
      list_id: LIST,
      email_id: ADA,
      _links: expect.any(Array),
    })
  })

  test('the member shows the new note as last_note and a new last_changed', async () => {
    const { call, pass } = await withNotes({ note: 'First', created_at: NOW - DAY_S })
    await pass('PT1H')
    await call(`POST ${NOTES}`, { note: 'Second' })
    expect((await call(ada)).body).toMatchObject({
      last_changed: '2026-01-15T10:00:00+00:00',
      last_note: { note_id: 2, created_at: '2026-01-15T10:00:00+00:00', created_by: 'Acme', note: 'Second' },
    })
  })

  test('the text of a note has at most 1000 characters', async () => {
    const { call } = await withNotes()
    expect(await call(`POST ${NOTES}`, { note: 'x'.repeat(1000) })).toMatchObject({ status: 200 })
    const { body } = await call(`POST ${NOTES}`, { note: 'x'.repeat(1001) })
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: 'note' }] })
  })
})

describe('getMemberNotes', () => {
  test('getMemberNotes returns only the notes about this member, oldest first', async () => {
    const { call } = await withNotes({ note: 'Later', created_at: NOW - DAY_S }, { note: 'Earlier', created_at: NOW - 2 * DAY_S })
    await call(`POST /3.0/lists/${LIST}/members/bob@acme.test/notes`, { note: 'Of Bob' })
    const { body } = await call(`GET ${NOTES}`)
    expect(body).toMatchObject({ notes: [{ note: 'Earlier' }, { note: 'Later' }], email_id: ADA, list_id: LIST, total_items: 2 })
  })

  test.each([
    ['sort_field=created_at&sort_dir=DESC', ['C', 'B', 'A']],
    ['sort_field=created_at&sort_dir=ASC', ['A', 'B', 'C']],
    ['sort_field=updated_at', ['B', 'C', 'A']],
    ['sort_field=updated_at&sort_dir=DESC', ['A', 'C', 'B']],
    ['sort_field=note_id', ['C', 'B', 'A']],
    ['sort_dir=DESC', ['C', 'B', 'A']],
  ])('getMemberNotes with %s returns the notes %j', async (query, expected) => {
    const { call } = await withNotes(
      { id: 9, note: 'A', created_at: NOW - 30, updated_at: NOW - 1 },
      { id: 8, note: 'B', created_at: NOW - 20 },
      { id: 7, note: 'C', created_at: NOW - 10 },
    )
    const { body } = await call(`GET ${NOTES}?${query}`)
    expect(body.notes.map((note: { note: string }) => note.note)).toEqual(expected)
    expect(body.total_items).toBe(3)
  })
})

describe('getMemberNote', () => {
  test('a note about another member is answered with 404', async () => {
    const { call } = await withNotes({ id: 12, note: 'Of Ada' })
    const { body } = await call(`GET /3.0/lists/${LIST}/members/bob@acme.test/notes/12`)
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})

describe('updateMemberNote', () => {
  test("a new text of a note updates the note and the member's last_changed", async () => {
    const { call } = await withNotes({ id: 12, note: 'Old', created_at: NOW - DAY_S })
    const { body } = await call(`PATCH ${NOTES}/12`, { note: 'New' })
    expect(body).toMatchObject({ note: 'New', created_at: '2026-01-14T09:00:00+00:00', updated_at: '2026-01-15T09:00:00+00:00' })
    expect((await call(ada)).body).toMatchObject({
      last_changed: '2026-01-15T09:00:00+00:00',
      last_note: { note_id: 12, note: 'New' },
    })
  })

  test("a changed earlier note does not change the member's record", async () => {
    const { call } = await withNotes(
      { id: 1, note: 'Earlier', created_at: NOW - 2 * DAY_S },
      { id: 2, note: 'Later', created_at: NOW - DAY_S },
    )
    const { body: before } = await call(ada)
    await call(`PATCH ${NOTES}/1`, { note: 'Changed' })
    expect((await call(ada)).body).toEqual(before)
  })
})

describe('deleteMemberNote', () => {
  test('a member whose note was deleted shows the previous note, or none', async () => {
    const { call } = await withNotes(
      { id: 1, note: 'Earlier', created_at: NOW - 2 * DAY_S },
      { id: 2, note: 'Later', created_at: NOW - DAY_S },
    )
    expect(await call(`DELETE ${NOTES}/2`)).toMatchObject({ status: 204, text: '' })
    expect((await call(ada)).body).toMatchObject({
      last_changed: '2026-01-15T09:00:00+00:00',
      last_note: { note_id: 1, note: 'Earlier' },
    })
    await call(`DELETE ${NOTES}/1`)
    expect((await call(ada)).body).not.toHaveProperty('last_note')
  })
})
