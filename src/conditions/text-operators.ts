/** Whether a text passes. */
export type TextTest = (text: string) => boolean

/** Texts are compared without regard to case. */
export function fold(text: string): string {
  return text.toLowerCase()
}

/** What each op asks of a text that is set; `value` is what it is compared with. */
export const textOperators = {
  is: (value) => {
    const wanted = fold(value)
    return (text) => fold(text) === wanted
  },
  contains: (value) => {
    const part = fold(value)
    return (text) => fold(text).includes(part)
  },
  starts: (value) => {
    const start = fold(value)
    return (text) => fold(text).startsWith(start)
  },
  ends: (value) => {
    const end = fold(value)
    return (text) => fold(text).endsWith(end)
  },
  greater: (value) => {
    const bound = fold(value)
    return (text) => byCodePoint(fold(text), bound) > 0
  },
  less: (value) => {
    const bound = fold(value)
    return (text) => byCodePoint(fold(text), bound) < 0
  },
} satisfies { readonly [op: string]: (value: string) => TextTest }

/** Orders texts by code point: negative, zero or positive. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Code units in an order that is the one of code points: surrogates stand for characters beyond all others. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
