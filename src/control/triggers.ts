import type { Schemas } from '../contract/control.ts'
import { runTrigger } from '../triggers/index.ts'
import { TriggerRefusal } from '../triggers/refusal.ts'
import { ApiError } from '../world/errors.ts'
import { ControlError, unusable } from './errors.ts'
import type { ControlOperations } from './operation.ts'
import { triggerSchemas } from './trigger-schemas.ts'

export const triggerOperations = {
  async getTriggers() {
    return { triggers: await triggerSchemas() }
  },

  async runTrigger({ stage, cell, body }) {
    stage.pacer.sync(cell)
    try {
      return await stage.pacer.run(cell, (tx) => runTrigger(tx, body), { trigger: body.trigger })
    } catch (error) {
      throw refusalOf(error, body)
    }
  },
} satisfies Partial<ControlOperations>

/** What the service would answer its clients, in the words of the control API. */
function refusalOf(error: unknown, body: Schemas['Trigger']): unknown {
  if (error instanceof TriggerRefusal) {
    return error.pointer === undefined ? new ControlError(409, error.message) : unusable(error.pointer, error.message)
  }
  if (!(error instanceof ApiError)) return error
  const { detail, errors: [wrong] = [] } = error.refusal
  if (error.word !== 'InvalidResource') return new ControlError(409, detail)
  return wrong ? unusable(pointerTo(wrong.field, body), wrong.message) : unusable('', detail)
}

/** Where a field of the service stands in the body; what the body has no member for is a merge field. */
function pointerTo(field: string, body: Schemas['Trigger']): string {
  if (field === 'email_address' && 'new_email_address' in body) return '/new_email_address'
  return Object.hasOwn(body, field) ? `/${field}` : `/merge_fields/${field}`
}
