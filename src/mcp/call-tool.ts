import { MaildoubleError } from '../client/errors.ts'
import { type Answer, dataText, textOf } from './answer.ts'
import { checkArguments } from './check-arguments.ts'
import type { ArgumentSchemas } from './input-schema.ts'
import { type Tool, type ToolContext, worldOf } from './tool.ts'
import { ToolError } from './tool-error.ts'

/** The result of a call of a tool. */
export interface ToolResult {
  readonly text: string
  readonly isError: boolean
}

/** Calls a tool. What the server refuses is answered as an error that says what would be right; a defect is thrown. */
export async function callTool(tool: Tool, schemas: ArgumentSchemas, given: unknown, context: ToolContext): Promise<ToolResult> {
  try {
    const known = checkArguments(tool, schemas, given)
    if (tool.changes === 'world') context.access.assertWritable(worldOf(known))
    return { text: textOf(await tool.run(known, context)), isError: false }
  } catch (error) {
    const answer = errorAnswer(tool, error)
    if (!answer) throw error
    return { text: textOf(answer), isError: true }
  }
}

/** An error as an answer. Messages of the server may quote names from a world, so they are data as well. */
function errorAnswer({ name }: Tool, error: unknown): Answer | undefined {
  const next = ['Correct the call and repeat it.']
  if (error instanceof ToolError) return { headline: error.message, next }
  if (!(error instanceof MaildoubleError)) return undefined
  const data = error.message.split('\n').map((line) => dataText(line, 1_000))
  return { headline: `${name} failed. The reason:`, data, next }
}
