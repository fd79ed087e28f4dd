import { Option, type Command } from 'commander'
import type { OpenapiOptions } from './openapi.ts'

export function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('print a contract as an OpenAPI 3.1 document')
    .addOption(new Option('--control', 'print the contract of the control API').conflicts(['vocabulary', 'strict']))
    .option('--vocabulary <file>', 'words of your deployment, where they differ')
    .option('--strict', 'require every member of a complete answer')
    .addHelpText(
      'after',
      `
The document admits every answer. Those to calls with the parameters fields or
exclude_fields can lack any member. With --strict, the document describes the
answers to calls without these parameters: it requires their members.

Examples:
  maildouble openapi > service.json
  maildouble openapi --vocabulary vocabulary.yaml > service.json
  maildouble openapi --control > control.json`,
    )
    .action(async (options: OpenapiOptions) => (await import('./openapi.ts')).printContract(options))
}
