import type { Command } from 'commander'
import { addTarget } from '../target.ts'
import type { StoryOptions } from './story.ts'

export function addStory(program: Command): void {
  // The kits for other languages call it.
  const command = program.command('story', { hidden: true }).description('tell what happened last in a world')
  addTarget(command)
    .option('--world <id>', 'world to tell about', 'default')
    .option('--out <folder>', 'new folder for its bundle and journal, for inspect')
    .addHelpText(
      'after',
      `
Examples:
  maildouble story
  maildouble story --world shop --out maildouble-failures/shop`,
    )
    .action(async (options: StoryOptions) => (await import('./story.ts')).story(options))
}
