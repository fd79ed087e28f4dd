import { MaildoubleError, RefusedError, UnreachableError } from '../client/errors.ts'
import { type ToolAnswer, dataText, renderAnswer, ToolError } from './answer.ts'
import { checkArguments } from './check-arguments.ts'
import type { ArgumentSchemas } from './input-schema.ts'
import { type Tool, type ToolContext, worldIdIn } from './tool.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

interface ToolResult {
  readonly text: string
  readonly isError: boolean
}

/** Calls a tool. A refusal of the server becomes an error result with its correction; a defect is logged and becomes an error result. */
export async function callTool(tool: Tool, schemas: ArgumentSchemas, given: unknown, context: ToolContext): Promise<ToolResult> {
  try {
    const known = checkArguments(tool, schemas, given)
    if (tool.changes === 'world') await context.access.assertWritable(worldIdIn(known), context.maildouble)
    return { text: renderAnswer(await tool.run(known, context)), isError: false }
  } catch (error) {
    if (!(error instanceof ToolError || error instanceof MaildoubleError)) context.onDefect(tool.name, error)
    return { text: renderAnswer(describeError(tool, error)), isError: true }
  }
}

/** An error as an answer. Messages of the server may quote names from a world, so they are data as well. */
function describeError({ name }: Tool, error: unknown): ToolAnswer {
  if (error instanceof ToolError) return { headline: error.message, next: [CORRECT] }
  const message = messageOf(error)
  const data = message.split('\n').map((line) => dataText(line, 1_000))
  if (!(error instanceof MaildoubleError))
    return { headline: `${name} failed because of a bug in maildouble:`, data, next: [TELL] }
  const isFailure = error instanceof UnreachableError || (error instanceof RefusedError && error.status >= 500)
  return { headline: `${name} failed. The reason:`, data, next: [isFailure ? TELL : CORRECT] }
}

const CORRECT = 'Correct the call and repeat it.'
const TELL = 'The call itself is not at fault. Tell the user the reason.'
