import { Option, type Command } from 'commander'
import type { OpenapiOptions } from './options.ts'

export function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('print a contract as an OpenAPI 3.1 document')
    .addOption(new Option('--control', 'print the contract of the control API').conflicts(['vocabulary', 'lenient']))
    .option('--vocabulary <file>', 'words of your deployment, where they differ')
    .option('--lenient', 'admit answers without required members, and every accepted request')
    .addHelpText(
      'after',
      `
The document describes complete answers. A call with the parameters fields or
exclude_fields gets incomplete ones: --lenient describes these as well.

Examples:
  maildouble openapi > service.json
  maildouble openapi --vocabulary vocabulary.yaml > service.json
  maildouble openapi --control > control.json`,
    )
    .action(async (options: OpenapiOptions) => (await import('./openapi.ts')).printContract(options))
}
