import { NEW_ADDRESS } from '../../../service/rules/members/change.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { inlineSchema } from '../../../kernel/contract/openapi.ts'
import { documents } from '../../../kernel/contract/documents.ts'
import { runTrigger } from '../../../service/triggers/index.ts'
import { TriggerRefusal } from '../../../service/triggers/trigger.ts'
import { ApiError } from '../../../kernel/world/errors.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError, makeUnusableError } from '../errors.ts'

type Described = ControlSchemas['TriggerCollection']['triggers'][number]

type WordedSchema = ReturnType<typeof inlineSchema> & { readonly 'x-group'?: string }

let described: readonly Described[] | undefined

/** Every trigger with the JSON Schema of its request, taken from the contract. */
async function triggerSchemas(): Promise<readonly Described[]> {
  if (described) return described
  const { schemas } = (await documents.control()).components
  described = Object.entries(schemas['Trigger']?.discriminator?.mapping ?? {}).map(([trigger, reference]) => {
    const { title, description, 'x-group': group, ...schema }: WordedSchema = inlineSchema(schemas, reference)
    return { trigger, title: String(title), group: String(group), description: String(description).trim(), schema }
  })
  return described
}

export const triggerOperations = {
  async getTriggers() {
    return { triggers: await triggerSchemas() }
  },

  async runTrigger({ context, handle, body }) {
    context.scheduler.sync(handle)
    try {
      return await context.scheduler.run(handle, (tx) => runTrigger(tx, body), { cause: { trigger: body.trigger } })
    } catch (error) {
      throw convertTriggerRefusal(error, body)
    }
  },
} satisfies Partial<ControlOperations>

function convertTriggerRefusal(error: unknown, body: ControlSchemas['Trigger']): unknown {
  if (error instanceof TriggerRefusal) {
    return error.pointer === undefined ? new ControlError(409, error.message) : makeUnusableError(error.pointer, error.message)
  }
  if (!(error instanceof ApiError)) return error
  const { field, message } = error.mistake
  if (error.word !== 'InvalidResource') return new ControlError(409, message)
  return makeUnusableError(error.refusal.errors ? pointAtField(field, body) : '', message)
}

/** The JSON pointer of a service field in the body. A field that the body doesn't have is a merge field. */
function pointAtField(field: string, body: ControlSchemas['Trigger']): string {
  if (field === NEW_ADDRESS) return '/new_email_address'
  return Object.hasOwn(body, field) ? `/${field}` : `/merge_fields/${field}`
}
