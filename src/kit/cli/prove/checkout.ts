import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A commit in a folder of its own. */
export interface Checkout {
  /** The folder of the checkout that corresponds to the current folder. */
  readonly folder: string
  readonly remove: () => Promise<void>
}

/**
 * Checks a Git commit out into a temporary folder. Installed packages are linked, not installed again.
 *
 * @throws Error with Git's own words if there is no such commit.
 */
export async function checkOut(commit: string): Promise<Checkout> {
  const [top, prefix] = (await git('rev-parse', '--show-toplevel', '--show-prefix')).split('\n')
  const made = await mkdtemp(join(tmpdir(), 'maildouble-prove-'))
  const root = join(made, 'base')
  const remove = async (): Promise<void> => {
    await git('worktree', 'remove', '--force', root).catch(() => undefined)
    await rm(made, { recursive: true, force: true })
  }
  try {
    await git('worktree', 'add', '--detach', root, `${commit}^{commit}`)
    for (const folder of new Set(['', prefix ?? ''])) {
      const installed = join(top ?? '', folder, 'node_modules')
      const link = join(root, folder, 'node_modules')
      if (existsSync(installed) && existsSync(join(root, folder)) && !existsSync(link)) await symlink(installed, link, 'junction')
    }
    const folder = join(root, prefix ?? '')
    if (!existsSync(folder)) throw new Error(`The commit ${commit} has no folder ${prefix}.`)
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function git(...args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)('git', ['-C', process.cwd(), ...args])).stdout.trimEnd()
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT') throw new Error('--base needs Git, which is not installed.', { cause: error })
    const lines = stderr.trim().split('\n')
    throw new Error(`--base: ${lines.at(-1)?.replace(/^fatal: /, '') || 'Git failed'}`, { cause: error })
  }
}
