import { describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { withDrafts } from './campaign-drafts.ts'

describe('getCampaignFeedback', () => {
  test('getCampaignFeedback lists all comments by default, oldest first', async () => {
    const { draft, call } = await withDrafts()
    const { id } = await draft()
    for (let i = 0; i < 12; i++) await call(`POST /3.0/campaigns/${id}/feedback`, { message: `${i}` })
    const { body } = await call(`GET /3.0/campaigns/${id}/feedback`)
    expect(body).toMatchObject({ campaign_id: id, total_items: 12 })
    expect(body.feedback.map(({ message }: Body) => message)).toEqual(Array.from({ length: 12 }, (_, i) => `${i}`))
  })
})

describe('createCampaignFeedback', () => {
  test('createCampaignFeedback adds a comment by the login', async () => {
    const { draft, call } = await withDrafts({}, { first_name: 'Ada', last_name: 'Lovelace' })
    const { id } = await draft()
    const { _links, ...body } = (await call(`POST /3.0/campaigns/${id}/feedback`, { message: 'Larger', block_id: 3 })).body
    expect(body).toEqual({
      feedback_id: 1,
      parent_id: 0,
      block_id: 3,
      message: 'Larger',
      is_complete: false,
      created_by: 'Ada Lovelace',
      created_at: '2026-01-15T09:00:00+00:00',
      updated_at: '2026-01-15T09:00:00+00:00',
      source: 'api',
      campaign_id: id,
    })
    expect((await call(`POST /3.0/campaigns/${id}/feedback`, { message: '' })).body).toMatchObject({ title: 'Invalid Resource' })
  })
})

describe('updateCampaignFeedbackMessage', () => {
  test('updateCampaignFeedbackMessage changes the comment and moves updated_at', async () => {
    const { draft, call, pass } = await withDrafts()
    const { id } = await draft()
    await call(`POST /3.0/campaigns/${id}/feedback`, { message: 'One' })
    await pass('PT1H')
    const { body } = await call(`PATCH /3.0/campaigns/${id}/feedback/1`, { is_complete: true })
    expect(body).toMatchObject({ message: 'One', is_complete: true, updated_at: '2026-01-15T10:00:00+00:00' })
  })
})

describe('deleteCampaignFeedbackMessage', () => {
  test('a deleted comment is gone from the feedback of its campaign', async () => {
    const { draft, call } = await withDrafts()
    const { id } = await draft()
    await call(`POST /3.0/campaigns/${id}/feedback`, { message: 'One' })
    expect((await call(`DELETE /3.0/campaigns/${id}/feedback/1`)).status).toBe(204)
    expect((await call(`GET /3.0/campaigns/${id}/feedback`)).body.total_items).toBe(0)
  })
})
