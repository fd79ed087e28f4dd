import type { Command } from 'commander'
import { environmentFlag, environmentOption, parsePort } from '../options.ts'
import { tokenOption } from '../target.ts'
import type { McpOptions } from './mcp.ts'

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('serve an assistant by the Model Context Protocol, over standard input')
    .addOption(environmentOption('--url <url>', 'address of a running server; default: an own server', 'URL'))
    .addOption(tokenOption())
    // Not from the environment, which may have the value for another server.
    .option('--port <number>', 'port of the own server, 0 for a free one', parsePort, 0)
    .addOption(environmentOption('--scenario-dir <folder>', 'folder with your own scenarios', 'SCENARIO_DIR'))
    .addOption(environmentFlag('--allow-writes', 'let the assistant change worlds that no tool made', 'ALLOW_WRITES'))
    .addOption(
      environmentOption(
        '--operations [resources...]',
        'operations of the service as further tools, such as of lists and members; default: of all resources',
        'OPERATIONS',
      ),
    )
    .addHelpText(
      'after',
      `
The package @modelcontextprotocol/server has to be installed:
  npm install --save-dev @modelcontextprotocol/server@2`,
    )
    .action(async (options: McpOptions) => (await import('./mcp.ts')).serveAssistant(options))
}
