import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { kill, pid as ownPid } from 'node:process'
import { isoMillis, realNow } from '../../support/time.ts'
import { codeOf } from './replace-file.ts'

/** The process that holds a folder. */
export interface Holder {
  readonly pid: number
  readonly host: string
  /** Which start of the machine, and when after that the process began; `null` where the system does not tell. */
  readonly began: string | null
  /** Since when it holds the folder. */
  readonly since: string
  /** No two have the same. */
  readonly token: string
}

// It becomes part of the name of a file.
const TOKEN = /^[0-9a-f-]{36}$/

/** Folders that this very process holds, by token. */
export const heldHere = new Set<string>()

/** This process, as the holder of one folder. */
export async function thisProcess(host: string = hostname()): Promise<Holder> {
  return { pid: ownPid, host, began: (await processOf(ownPid)).began, since: isoMillis(realNow()), token: randomUUID() }
}

/** Reads a lock; nothing if it is none, as one that a machine left behind that stopped in the middle. */
export function readHolder(text: string): Holder | undefined {
  try {
    const { pid, host, began, since, token } = JSON.parse(text)
    const isOne =
      Number.isSafeInteger(pid) && pid > 0 && typeof host === 'string' && typeof since === 'string' && TOKEN.test(token)
    return isOne ? { pid, host, began: typeof began === 'string' ? began : null, since, token } : undefined
  } catch {
    return undefined
  }
}

/** Whether a holder runs; `unknown` if it is out of sight, on another machine. */
export async function stateOf(holder: Holder, own: Holder): Promise<'alive' | 'dead' | 'unknown'> {
  if (heldHere.has(holder.token)) return 'alive'
  if (holder.host !== own.host) return 'unknown'
  if (holder.pid === own.pid) {
    // In a container every process has the number 1. With the same beginning it is this process, by another copy of this code.
    return holder.began !== null && holder.began === own.began ? 'unknown' : 'dead'
  }
  const { isThere, began } = await processOf(holder.pid)
  if (!isThere) return 'dead'
  return began !== null && holder.began !== null && began !== holder.began ? 'dead' : 'alive'
}

/** Whether there is a process of a number, and which one of those that had it. */
async function processOf(pid: number): Promise<{ readonly isThere: boolean; readonly began: string | null }> {
  const { isOver, began } = await listed(pid)
  try {
    kill(pid, 0)
    return { isThere: !isOver, began }
  } catch (error) {
    // Any other refusal is that of somebody else's process, which may not be asked.
    return { isThere: !isOver && codeOf(error) !== 'ESRCH', began }
  }
}

/** What the system lists of a process, where it has a list. */
async function listed(pid: number): Promise<{ readonly isOver: boolean; readonly began: string | null }> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    // After the name, which may hold anything in its brackets: the state, and nineteen fields later when it began.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // One that was killed stays in the list until its parent has noticed.
    return { isOver: fields[0] === 'Z' || fields[0] === 'X', began: `${boot.trim()} ${fields[19]}` }
  } catch {
    return { isOver: false, began: null }
  }
}
