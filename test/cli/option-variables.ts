import type { Command } from 'commander'
import { program } from '../../src/kit/cli/program.ts'

/** The environment variables of all options of the command line. */
export const optionVariables = (command: Command = program()): string[] => [
  ...command.options.flatMap(({ envVar }) => (envVar === undefined ? [] : [envVar])),
  ...command.commands.flatMap(optionVariables),
]
