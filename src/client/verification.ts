import type { Schemas } from './contract.ts'
import { VerificationError } from './errors.ts'

/** A verdict that is a pass; any other is thrown. */
export function judged(expected: Schemas['VerifyRequests'], verdict: Schemas['Verdict']): Schemas['Verdict'] {
  if (verdict.verdict === 'pass') return verdict
  throw new VerificationError(`${JSON.stringify(expected)}: ${verdict.verdict}, ${verdict.matched} matched`, verdict)
}
