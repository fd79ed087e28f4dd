export type TextTest = (text: string) => boolean

/** Folds case, since texts are compared case-insensitively. */
export function foldCase(text: string): string {
  return text.toLowerCase()
}

/** The test of each op for a text that is not blank; `value` is the other operand. */
export const textOperators = {
  is: (value) => {
    const wanted = foldCase(value)
    return (text) => foldCase(text) === wanted
  },
  contains: (value) => {
    const part = foldCase(value)
    return (text) => foldCase(text).includes(part)
  },
  starts: (value) => {
    const start = foldCase(value)
    return (text) => foldCase(text).startsWith(start)
  },
  ends: (value) => {
    const end = foldCase(value)
    return (text) => foldCase(text).endsWith(end)
  },
  greater: (value) => {
    const bound = foldCase(value)
    return (text) => byCodePoint(foldCase(text), bound) > 0
  },
  less: (value) => {
    const bound = foldCase(value)
    return (text) => byCodePoint(foldCase(text), bound) < 0
  },
} satisfies { readonly [op: string]: (value: string) => TextTest }

/** Orders texts by code point: negative, zero or positive. */
function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Maps UTF-16 code units to code point order: surrogates stand for the highest code points. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
