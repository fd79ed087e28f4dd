import type { Command } from 'commander'

/** Refuses what was given on the command line and is empty or blank, as a variable that is not set leaves it: `--data "$FOLDER"`. */
export function refuseEmpty(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName()
    const isEmpty = [command.getOptionValue(name)].flat().some((value) => typeof value === 'string' && value.trim() === '')
    if (isEmpty && command.getOptionValueSource(name) === 'cli') {
      command.error(`error: option '${option.flags}' argument is empty. Give a value, or leave the option out.`)
    }
  }
  // A line to be completed ends with an empty word where anything may stand.
  if (command.name() !== 'complete' && command.args.includes('')) command.error('error: an argument is empty. Give a value.')
}
