import type { Command } from 'commander'
import type { NewVocabularyOptions } from './new.ts'

export function addVocabulary(program: Command): void {
  const vocabulary = program.command('vocabulary').description('check or create files with the words of a deployment')
  vocabulary
    .command('check')
    .description('report errors in vocabulary files, by line')
    .argument('<files...>', 'vocabulary files')
    .addHelpText(
      'after',
      `
Prints one line per error: file and line, a JSON pointer, and what would be
right. The exit status is 1 if there are any.

Example:
  maildouble vocabulary check vocabulary.yaml`,
    )
    .action(async (files: readonly string[]) => (await import('./check.ts')).checkVocabularies(files))
  vocabulary
    .command('new')
    .description('write a file with every word that can be mapped, and where it occurs')
    .argument('[file]', 'file to write', 'vocabulary.yaml')
    .option('--force', 'overwrite an existing file')
    .action(async (file: string, options: NewVocabularyOptions) => (await import('./new.ts')).newVocabulary(file, options))
}
