import { pointerTo } from '../../src/kernel/support/json-pointer.ts'
import { useState } from 'hono/jsx/dom'
import { amountText } from '../amounts.ts'
import { cutText, formatCount } from '../../src/kernel/support/words.ts'

/** Remarks by the JSON pointer of the member that they are about. */
export type Remarks = ReadonlyMap<string, string>

const NONE: Remarks = new Map()

/** No member of a body holds an amount of a row. */
const NO_AMOUNTS: readonly string[] = []

/** Members that are drawn at once; more on demand. */
const AT_ONCE = 100

/** Collections up to this size are open at first, below the top only smaller ones. */
const OPEN_SIZE = 40
const OPEN_SIZE_BELOW = 4

/** Collections of scalars up to this length are written in one line. */
const LINE_CHARS = 72

interface JsonViewProps {
  readonly value: unknown
  readonly remarks?: Remarks
  /** Whether the whole is one field of many, so that only a small one is open at first. */
  readonly isField?: boolean
  /** The members that hold amounts of money as rows do. */
  readonly amounts?: readonly string[]
}

/** JSON that folds, with remarks beside its members. */
export function JsonView({ value, remarks = NONE, isField = false, amounts = NO_AMOUNTS }: JsonViewProps) {
  return (
    <div class="json">
      <Node value={value} pointer="" depth={isField ? 1 : 0} remarks={remarks} amounts={amounts} isLast />
    </div>
  )
}

interface NodeProps {
  readonly name?: string
  readonly value: unknown
  readonly pointer: string
  readonly depth: number
  readonly remarks: Remarks
  readonly amounts: readonly string[]
  readonly isLast: boolean
}

function Node(props: NodeProps) {
  const { value } = props
  if (typeof value === 'object' && value !== null) return <Collection {...props} value={value} />
  return (
    <div class="line">
      <Name name={props.name} />
      <Scalar name={props.name} value={value} amounts={props.amounts} />
      {props.isLast ? '' : ','}
      <Remark {...props} />
    </div>
  )
}

function Collection({ name, value, pointer, depth, remarks, amounts, isLast }: NodeProps & { readonly value: object }) {
  const entries = Object.entries(value)
  const isRemarked = [...remarks.keys()].some((each) => each.startsWith(`${pointer}/`))
  const [isOpen, setOpen] = useState(entries.length <= (depth === 0 ? OPEN_SIZE : OPEN_SIZE_BELOW) || isRemarked || depth === 0)
  const [shown, setShown] = useState(AT_ONCE)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const comma = isLast ? '' : ','
  if (entries.length === 0 || (depth > 0 && !isRemarked && isShort(value, entries))) {
    return (
      <div class="line">
        <Name name={name} />
        {open}
        {entries.map(([key, each], index) => (
          <span key={key}>
            {index > 0 ? ', ' : ''}
            <Name name={Array.isArray(value) ? undefined : key} />
            <Scalar name={key} value={each} amounts={amounts} />
          </span>
        ))}
        {close + comma}
        <Remark pointer={pointer} remarks={remarks} />
      </div>
    )
  }
  return (
    <div class="collection">
      <div class="line">
        <button class="fold" aria-expanded={isOpen ? 'true' : 'false'} onClick={() => setOpen(!isOpen)}>
          <span class="triangle" aria-hidden="true" />
          <Name name={name} />
          {isOpen ? (
            open
          ) : (
            <>
              {open} <span class="preview">{previewCollection(value, entries, amounts)}</span> {close}
              {comma}
            </>
          )}
        </button>
        <Remark pointer={pointer} remarks={remarks} />
      </div>
      {isOpen ? (
        <div class="members">
          {entries.slice(0, shown).map(([key, each], index) => (
            <Node
              key={key}
              {...(Array.isArray(value) ? {} : { name: key })}
              value={each}
              pointer={pointer + pointerTo([key])}
              depth={depth + 1}
              remarks={remarks}
              amounts={amounts}
              isLast={index === entries.length - 1}
            />
          ))}
          {entries.length > shown ? (
            <button class="quiet" onClick={() => setShown(shown + AT_ONCE * 5)}>
              Show more of {entries.length}
            </button>
          ) : null}
        </div>
      ) : null}
      {isOpen ? <div class="line">{close + comma}</div> : null}
    </div>
  )
}

/** Whether a collection holds only scalars and fits into one line. */
function isShort(value: object, entries: readonly (readonly [string, unknown])[]): boolean {
  if (entries.some(([, each]) => typeof each === 'object' && each !== null)) return false
  return entries.length <= LINE_CHARS && JSON.stringify(value).length <= LINE_CHARS
}

/** Members that a closed collection names. */
const PREVIEWED = 3

/** Says what a closed collection holds: the number of its items, or its first members. */
function previewCollection(value: object, entries: readonly (readonly [string, unknown])[], amounts: readonly string[]): string {
  if (Array.isArray(value)) return formatCount(entries.length, 'item')
  const first = entries.slice(0, PREVIEWED).map(([key, each]) => `${key}: ${shortened(key, each, amounts)}`)
  return first.join(', ') + (entries.length > PREVIEWED ? `, … ${entries.length - PREVIEWED} more` : '')
}

/** Length of a value in a preview. */
const SHORTENED_CHARS = 24

function shortened(name: string, value: unknown, amounts: readonly string[]): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}'
  return cutText(scalarText(name, value, amounts), SHORTENED_CHARS)
}

function Name({ name }: { readonly name?: string | undefined }) {
  return name === undefined ? null : (
    <span>
      <span class="key">{JSON.stringify(name)}</span>:{' '}
    </span>
  )
}

interface ScalarProps {
  readonly name: string | undefined
  readonly value: unknown
  readonly amounts: readonly string[]
}

function Scalar({ name, value, amounts }: ScalarProps) {
  return <span class={value === null ? 'null' : typeof value}>{scalarText(name, value, amounts)}</span>
}

function scalarText(name: string | undefined, value: unknown, amounts: readonly string[]): string {
  if (typeof value === 'number' && name !== undefined && amounts.includes(name)) return amountText(value)
  return JSON.stringify(value) ?? 'undefined'
}

function Remark({ pointer, remarks }: { readonly pointer: string; readonly remarks: Remarks }) {
  const remark = remarks.get(pointer)
  return remark === undefined ? null : <span class="remark">{remark}</span>
}
