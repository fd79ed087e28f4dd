import { escapeControls } from '../../kernel/support/escape.ts'
import { isObject } from '../../kernel/support/is-object.ts'
import { fileProblem } from '../../kernel/support/file-error.ts'
import { readFile } from 'node:fs/promises'
import type { Result } from './result.ts'

/**
 * Reads the JSON of a result.
 *
 * @throws Error that names the file if it cannot be read, or holds something else.
 */
export async function readResult(file: string): Promise<Result> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${fileProblem(file, error)} Give the file that --json has written.`, { cause: error })
  })
  const value = parsed(text)
  if (!isResult(value))
    throw new Error(`${file} is not a result of maildouble drift or compare as JSON. Give the file that --json has written.`)
  return value
}

function parsed(text: string): unknown {
  try {
    // Its texts are printed, and it may come from anywhere.
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? escapeControls(value) : value))
  } catch {
    return undefined
  }
}

function isResult(value: unknown): value is Result {
  return (
    isObject(value) &&
    (value['kind'] === 'drift' || value['kind'] === 'compare') &&
    ['maildouble', 'source', 'at', 'outcome'].every((name) => typeof value[name] === 'string') &&
    typeof value['calls'] === 'number' &&
    areAll(value['operations'], isEntry) &&
    isEntry(value['elsewhere']) &&
    areAll(value['assumptions'], isAssumption) &&
    areAll(value['settings'], (each) => typeof each['name'] === 'string' && typeof each['times'] === 'number') &&
    areAll(value['remarks'], (each) => typeof each['text'] === 'string' && typeof each['times'] === 'number') &&
    (value['progress'] === undefined || isProgress(value['progress']))
  )
}

type Members = { readonly [name: string]: unknown }

function areAll(list: unknown, holds: (each: Members) => boolean): boolean {
  return Array.isArray(list) && list.every((each) => isObject(each) && holds(each))
}

function isEntry(value: unknown): boolean {
  if (!isObject(value) || !isObject(value['agreed'])) return false
  const places = Object.values(value['agreed'])
  const isDifference = (each: Members): boolean =>
    ['aspect', 'at', 'expected', 'found'].every((name) => typeof each[name] === 'string') &&
    typeof each['times'] === 'number' &&
    areTexts(each['assumptions'])
  return places.every((each) => isObject(each) && areNumbers(each)) && areAll(value['differences'], isDifference)
}

function isAssumption({ id, agreed, operations, differed }: Members): boolean {
  return typeof id === 'string' && isObject(agreed) && areNumbers(agreed) && areTexts(operations) && typeof differed === 'number'
}

function isProgress(value: unknown): boolean {
  return isObject(value) && areTexts(value['done']) && areTexts(value['open'])
}

function areTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((each) => typeof each === 'string')
}

function areNumbers(members: Members): boolean {
  return Object.values(members).every((each) => typeof each === 'number')
}
