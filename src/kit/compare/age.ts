import type { Millis } from '../../kernel/support/time.ts'
import type { Noted } from '../drift/finding.ts'

/** The contract describes the service since 2021-01-01. Answers of before differ in what has changed. */
const CONTRACT_SINCE: Millis = 1_609_459_200_000

/** A finding whose difference, if it has one, says whether the answer is older than the contract. */
export function withAge<Found extends Noted>(finding: Found, at: Millis | undefined): Found {
  const { difference } = finding
  if (!difference || at === undefined || at >= CONTRACT_SINCE) return finding
  return { ...finding, difference: { ...difference, isOld: true } }
}
