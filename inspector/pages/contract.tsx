import type { Schemas } from '../../src/kit/client/contract.ts'
import { go, useAddress } from '../address.ts'
import { Badge } from '../components/badge.tsx'
import { EvidenceBadge } from '../components/evidence-badge.tsx'
import { Empty } from '../components/empty.tsx'
import { Link } from '../components/link.tsx'
import { NotLoaded, Problem } from '../components/problem.tsx'
import { Toggle } from '../components/toggle.tsx'
import { authorization, call, SERVER_URL } from '../connection.ts'
import { formatCount, upperFirst } from '../../src/kernel/support/words.ts'
import { useRevision } from '../live.ts'
import { useLoad } from '../load.ts'
import { useWorld } from '../world.ts'

const PARTS = ['coverage', 'violations', 'assumptions'] as const

/** The covered parts of the service's contract, its violations, and the assumptions behind the answers. */
export function ContractPage() {
  const { part = 'coverage' } = useAddress()
  return (
    <div class="page">
      <div class="filters">
        {PARTS.map((each) => (
          <Toggle key={each} isOn={each === part} onChange={() => go({ part: each === 'coverage' ? undefined : each })}>
            {upperFirst(each)}
          </Toggle>
        ))}
        <span class="space" />
        {'authorization' in authorization() ? null : (
          <a class="text-link" href={`${SERVER_URL}/_control/contract/coverage?format=html`} target="_blank" rel="noreferrer">
            Report as a page
          </a>
        )}
      </div>
      {part === 'violations' ? <Violations /> : part === 'assumptions' ? <Assumptions /> : <Coverage />}
    </div>
  )
}

type CoveredOperation = Schemas['CoveredOperation']

function Coverage() {
  const { id: world } = useWorld()
  const { data, error } = useLoad(
    `coverage ${world}`,
    (signal) => call('getCoverage', undefined, { query: { world }, signal }),
    useRevision(),
  )
  if (!data) return <NotLoaded error={error} />
  const { operations, totals } = data
  const shares = [...new Set(operations.map(({ resource }) => resource))]
    .map((resource) => ({ resource, operations: operations.filter((each) => each.resource === resource) }))
    .map((each) => ({ ...each, met: sum(each.operations, 'met'), total: sum(each.operations, 'total') }))
    .toSorted((a, b) => b.total - b.met - (a.total - a.met) || (a.resource < b.resource ? -1 : 1))
  const called = shares.filter(({ met }) => met > 0)
  const untouched = shares.length - called.length
  return (
    <>
      <p class="hint">
        {formatCount(data.calls, 'call')} of this world met {totals.operations.met} of {totals.operations.total} operations, and{' '}
        {totals.all.met} of {totals.all.total} parts of the contract ({totals.all.percent} %). The largest gaps come first.
      </p>
      <ul class="coverage">
        {called.map(({ resource, operations: each, met, total }) => (
          <li key={resource}>
            <details>
              <summary>
                <b>{resource}</b>
                <progress value={met} max={total} aria-label={`${resource}: ${met} of ${total}`} />
                <span class="count">
                  {formatCount(total - met, 'gap')} of {total}
                </span>
              </summary>
              <ul>
                {each
                  .toSorted((a, b) => a.calls - b.calls)
                  .map((operation) => (
                    <OperationGaps key={operation.operation} operation={operation} />
                  ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
      {untouched > 0 ? <p class="hint">{formatCount(untouched, 'resource')} untouched.</p> : null}
    </>
  )
}

function sum(operations: readonly CoveredOperation[], part: 'met' | 'total'): number {
  return operations.reduce((all, { totals }) => all + totals.all[part], 0)
}

function OperationGaps({
  operation: { operation, method, path, calls, statuses, errors, parameters, fields },
}: {
  readonly operation: CoveredOperation
}) {
  const gaps = [
    ['statuses', statuses.filter((each) => each.expected && each.calls === 0).map(({ status }) => String(status))],
    ['errors', errors.filter((each) => each.expected && each.calls === 0).map(({ error }) => error)],
    ['parameters', parameters.filter((each) => each.calls === 0).map(({ name }) => name)],
    ['fields', fields.filter((each) => each.calls === 0).map(({ name }) => name)],
  ] as const
  return (
    <li class="operation">
      <p>
        <Badge tone={calls === 0 ? 'warn' : 'good'}>{calls === 0 ? 'never called' : formatCount(calls, 'call')}</Badge>{' '}
        <b>{operation}</b>{' '}
        <span class="mono quiet-text">
          {method} {path}
        </span>
      </p>
      {calls === 0
        ? null
        : gaps.map(([kind, names]) =>
            names.length === 0 ? null : (
              <p key={kind} class="quiet-text">
                {kind} never met: <span class="mono">{names.join(', ')}</span>
              </p>
            ),
          )}
    </li>
  )
}

function Violations() {
  const { id: world } = useWorld()
  const { data, error } = useLoad(
    `violations ${world}`,
    (signal) => call('getViolations', undefined, { query: { world }, signal }),
    useRevision(),
  )
  if (error !== undefined && !data) return <Problem error={error} />
  if (data?.violations.length === 0)
    return (
      <Empty title="No call broke the contract">
        A call that sends something which the contract forbids appears here, even if the service lets it pass.
      </Empty>
    )
  return (
    <ul class="lines">
      {data?.violations.map(({ request, last_request, operation, method, path, side, field, message, count }) => (
        <li key={request + field}>
          <p>
            <Badge tone={side === 'response' ? 'bad' : 'warn'}>{side}</Badge> <b>{operation ?? `${method} ${path}`}</b>{' '}
            <code>{field || 'body'}</code>: {message}
          </p>
          <p class="quiet-text">
            {formatCount(count, 'call')}: <Link to={{ page: 'requests', id: last_request }}>the last one</Link>
          </p>
        </li>
      ))}
    </ul>
  )
}

function Assumptions() {
  const { data, error } = useLoad('assumptions', (signal) => call('getAssumptions', undefined, { signal }), useRevision())
  if (error !== undefined && !data) return <Problem error={error} />
  const assumptions = data?.assumptions.toSorted((a, b) => b.leaned - a.leaned) ?? []
  return (
    <ul class="lines">
      {assumptions.map(({ id, confidence, seen, says, leaned, evidence }) => (
        <li key={id}>
          <p>
            <b class="mono">{id}</b>{' '}
            {confidence === 'recorded' ? (
              <Badge tone="good">recorded{seen === undefined ? '' : `: ${seen}`}</Badge>
            ) : (
              <Badge tone={confidence === 'low' ? 'warn' : 'plain'}>{confidence} confidence</Badge>
            )}{' '}
            {leaned > 0 ? <Badge tone="accent">{formatCount(leaned, 'call')} relied on it</Badge> : null}{' '}
            {evidence ? <EvidenceBadge evidence={evidence} /> : null}
          </p>
          <p class="quiet-text">{says}</p>
        </li>
      ))}
    </ul>
  )
}
