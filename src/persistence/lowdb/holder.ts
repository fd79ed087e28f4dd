import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { kill, pid as ownPid } from 'node:process'
import { isoMillis, realNow } from '../../support/time.ts'
import { errorCode } from './replace-file.ts'

/** The process that holds a folder. */
export interface LockHolder {
  readonly pid: number
  /** Boot of the machine and start time of the process, as one text; `null` if the system doesn't tell. */
  readonly began: string | null
  /** When the process took the folder. */
  readonly since: string
  /** Unique per holder. */
  readonly token: string
}

// The token becomes part of a file name.
const TOKEN = /^[0-9a-f-]{36}$/

/** Tokens of the folders that this process holds. */
export const ownTokens = new Set<string>()

/** This process as the holder of one folder. */
export async function thisProcess(): Promise<LockHolder> {
  return { pid: ownPid, began: (await processOf(ownPid)).began, since: isoMillis(realNow()), token: randomUUID() }
}

/** Parses a lock. Returns `undefined` if it is malformed. */
export function readHolder(text: string): LockHolder | undefined {
  try {
    const { pid, began, since, token } = JSON.parse(text)
    const isOne = Number.isSafeInteger(pid) && pid > 0 && typeof since === 'string' && TOKEN.test(token)
    return isOne ? { pid, began: typeof began === 'string' ? began : null, since, token } : undefined
  } catch {
    return undefined
  }
}

/** Whether a holder is still running. */
export async function isAlive(holder: LockHolder): Promise<boolean> {
  if (ownTokens.has(holder.token)) return true
  const { isThere, began } = await processOf(holder.pid)
  if (!isThere) return false
  // In a container every process may have the same id. If the system reports no start times, an earlier process had this one's id.
  if (began === null || holder.began === null) return holder.pid !== ownPid
  return began === holder.began
}

/** Whether a process with this id exists, and when it started. */
async function processOf(pid: number): Promise<{ readonly isThere: boolean; readonly began: string | null }> {
  const { isOver, began } = await processTableEntry(pid)
  try {
    kill(pid, 0)
    return { isThere: !isOver, began }
  } catch (error) {
    // Any other error means that the process belongs to another user and can't be signalled.
    return { isThere: !isOver && errorCode(error) !== 'ESRCH', began }
  }
}

/** What the system's process table says about a process, where there is one. */
async function processTableEntry(pid: number): Promise<{ readonly isOver: boolean; readonly began: string | null }> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    // After the name, which is in brackets and may contain anything: the state, and nineteen fields later the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A killed process stays in the table until its parent reaps it.
    return { isOver: fields[0] === 'Z' || fields[0] === 'X', began: `${boot.trim()} ${fields[19]}` }
  } catch {
    return { isOver: false, began: null }
  }
}
