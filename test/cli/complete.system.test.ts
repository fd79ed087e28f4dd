import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { bashScript } from '../../src/cli/complete/complete.ts'
import { runCommand } from './run.ts'

/** The completions at the end of a line, and the directive for the shell. */
async function offered(...words: string[]): Promise<string[]> {
  const { out } = await runCommand('complete', '--', ...words)
  return out
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
}

/** Only the completions. */
const NO_FILES = ':4'
const FILES = ':0'

describe('completion', () => {
  test.each([
    [[''], ['serve', 'scenario', 'replay', 'report', 'env', 'complete', 'help', NO_FILES]],
    [['sc'], ['scenario', NO_FILES]],
    [
      ['scenario', ''],
      ['list', 'check', 'new', 'help', NO_FILES],
    ],
    [
      ['replay', '--c'],
      ['--control-token', '--check', NO_FILES],
    ],
    [
      ['serve', '--clock', ''],
      ['realtime', 'frozen', 'scaled:60', NO_FILES],
    ],
    [
      ['serve', '--clock=s'],
      ['scaled:60', NO_FILES],
    ],
    [
      ['serve', '--log', 'j'],
      ['json', NO_FILES],
    ],
    [
      ['serve', '--scenario', 'newsletter'],
      ['newsletter', 'newsletter-live', NO_FILES],
    ],
    [
      ['serve', '--port', '4030', '--scenario=fl'],
      ['flaky', NO_FILES],
    ],
    [
      ['scenario', 'new', 'mine', '--extends', 'web'],
      ['webhooks', NO_FILES],
    ],
    [
      ['env', '--format', 'p'],
      ['powershell', NO_FILES],
    ],
    [
      ['env', '--for', 'p'],
      ['python', 'php', NO_FILES],
    ],
    [
      ['report', '--format', ''],
      ['text', 'html', 'markdown', 'json', NO_FILES],
    ],
    [
      ['complete', ''],
      ['bash', 'zsh', 'fish', 'powershell', NO_FILES],
    ],
  ])('of %j returns the matching values', async (words, values) => {
    expect(await offered(...words)).toEqual(values)
  })

  test.each([
    [['replay', '']],
    [['scenario', 'check', 'a.yaml', '']],
    [['report', '--out', '']],
    [['serve', '--scenario-dir', 's']],
    [['serve', '--data', '']],
  ])('of %j leaves file names to the shell', async (words) => {
    expect(await offered(...words)).toEqual([FILES])
  })

  test('includes the scenarios of the folder on the command line', async () => {
    expect(await offered('serve', '--scenario-dir', 'scenarios', '--scenario', 'oa')).toEqual(['oauth-expiry', NO_FILES])
    expect(await offered('serve', '--scenario-dir', 'no/such/folder', '--scenario', 'oa')).toEqual(['oauth-expiry', NO_FILES])
  })
})

describe('maildouble complete', () => {
  test.each([
    ['bash', /^complete -o default -F __maildouble_complete maildouble$/m],
    ['zsh', /^compdef _maildouble maildouble$/m],
    ['fish', /^complete -c maildouble -e$/m],
    ['powershell', /Register-ArgumentCompleter -CommandName 'maildouble'/],
  ])('prints a script for %s', async (shell, line) => {
    const { code, out } = await runCommand('complete', shell)
    expect(code).toBe(0)
    expect(out).toMatch(line)
  })

  test('lets zsh accept a colon as part of a value', async () => {
    expect((await runCommand('complete', 'zsh')).out).toContain(String.raw`comp=${'${comp//:/\\\\:}'}`)
  })
})

describe('the bash completion script', () => {
  /** The completions of bash if the program returns these lines. */
  function reply(line: string, ...answers: string[]): string {
    const script = `
maildouble() { printf '%s\\n' "$@" > "$ASKED"; printf '%b\\n' ${answers.map((each) => `'${each}'`).join(' ')}; }
ASKED=$(mktemp)
${bashScript('maildouble')}
COMP_LINE=$1 COMP_POINT=\${#1}
__maildouble_complete
printf '%s|' "\${COMPREPLY[@]}"; printf '\\n'; tr '\\n' '|' < "$ASKED"; rm "$ASKED"`
    return execFileSync('bash', ['-c', script, 'bash', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }

  test('offers the values that the program returns', () => {
    expect(reply('maildouble s', 'serve\\tserves', 'scenario\\tlists', ':4')).toBe('serve|scenario|\ncomplete|--|s|')
    expect(reply('maildouble serve ', '--port', ':4')).toBe('--port|\ncomplete|--|serve||')
  })

  test('does not repeat the text before a colon', () => {
    expect(reply('maildouble serve --clock scaled:', 'scaled:60', ':4')).toBe('60|\ncomplete|--|serve|--clock|scaled:|')
  })

  test('executes nothing of the typed text', () => {
    const line = 'maildouble env --world $(touch /tmp/maildouble-never) > x; `y` --f'
    expect(reply(line, '--format', ':4')).toContain('|--world|$(touch|/tmp/maildouble-never)|>|x;|`y`|--f|')
  })
})
