import { isObject } from '../../../kernel/support/is-object.ts'
import { pointerTo, valueAt } from '../../../kernel/support/json-pointer.ts'
import { equal } from '../../../kernel/support/objects.ts'
import { readInstant } from '../../../kernel/support/time.ts'
import type { CheckResult, Checker } from '../check.ts'
import { describeValue, maskMemberName, formatValue, type Noted } from '../finding.ts'
import type { Exchange } from '../exchange.ts'

/** The answer to the same step on one side. */
export interface SideAnswer {
  readonly exchange: Exchange
  readonly checked: CheckResult
}

/** Compares the answers to one step: status and error, and every member whose value does not depend on ids, times or addresses. */
export function compareAnswers(checker: Checker, step: string, double: SideAnswer, service: SideAnswer): Noted[] {
  const operation = double.checked.route?.id
  const parts = operation === undefined ? undefined : checker.parts.get(operation)
  const own = parts?.assumption === undefined ? [] : [parts.assumption]
  const place = (at: string, assumptions: readonly string[] = own) => ({
    operation,
    aspect: 'replay' as const,
    at: `${step}${at}`,
    assumptions,
  })
  const outcomes = [double, service].map(
    ({ exchange, checked }) => `the status ${exchange.status}${checked.error === undefined ? '' : `, ${checked.error}`}`,
  )
  if (outcomes[0] !== outcomes[1])
    return [{ ...place(''), difference: { expected: outcomes[0] ?? '', found: outcomes[1] ?? '' } }]
  const noted: Noted[] = [place('')]
  // Texts of problems are for people: their fields count, their sentences do not.
  if (double.checked.error !== undefined) {
    const [expected, found] = [listErrorFields(double.checked.answer), listErrorFields(service.checked.answer)]
    if (!equal(expected, found))
      noted.push({
        ...place(' errors', ['errors.fields']),
        difference: { expected: `errors of ${expected.join(', ') || 'no field'}`, found: `errors of ${found.length} fields` },
      })
    return noted
  }
  visit(double.checked.answer, service.checked.answer, [], [])
  return noted

  function visit(expected: unknown, found: unknown, path: readonly string[], general: readonly string[]): void {
    if (path.length > 0 && LEFT_OUT.has(path.at(-1) ?? '')) return
    if (Array.isArray(expected) && Array.isArray(found)) {
      if (expected.length !== found.length) differ(general, `${expected.length} items`, `${found.length} items`, found)
      else expected.forEach((each, i) => visit(each, found[i], [...path, String(i)], [...general, '*']))
    } else if (isObject(expected) && isObject(found)) {
      for (const name of new Set([...Object.keys(expected), ...Object.keys(found)]))
        visit(
          expected[name],
          found[name],
          [...path, name],
          [...general, Object.hasOwn(expected, name) ? name : maskMemberName(name)],
        )
    } else if (classifyValue(expected) !== classifyValue(found))
      differ(general, isPlain(expected) ? formatValue(expected) : describeValue(expected), describeValue(found), found)
    else if (isPlain(expected) && isPlain(found) && expected !== found)
      differ(general, formatValue(expected), 'another value', found)
  }

  function differ(general: readonly string[], expected: string, found: string, value: unknown): void {
    const pointer = pointerTo(general)
    noted.push({
      ...place(` ${pointer}`, parts?.members.get(pointer) ?? own),
      difference: { expected, found, value: formatValue(value) },
    })
  }
}

/** Members whose values depend on ids, on the caller, or on time. Links are compared with the contract. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '_links',
  'id',
  'web_id',
  'unique_email_id',
  'contact_id',
  'list_id',
  'beamer_address',
  'subscribe_url_short',
  'subscribe_url_long',
  'ip_signup',
  'ip_opt',
  'location',
  'source',
  'created_by',
  'response_body_url',
  'note_id',
  'category_id',
  'interests',
])

function classifyValue(value: unknown): string {
  if (typeof value !== 'string') return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
  return value !== '' && readInstant(value) !== undefined ? 'time' : value === '' ? 'empty' : 'text'
}

/** Whether a value says the same in every account. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return classifyValue(value) === 'text' && !/^[0-9a-f]{10,}$/.test(value) && !/:\/\//.test(value)
  return typeof value === 'number' || typeof value === 'boolean'
}

function listErrorFields(problem: unknown): string[] {
  const errors = valueAt(problem, '/errors')
  return Array.isArray(errors) ? errors.map((each) => String(isObject(each) ? each['field'] : '')).toSorted() : []
}
