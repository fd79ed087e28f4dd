import { styleText } from 'node:util'

/** How words can look. */
export type Look = Parameters<typeof styleText>[0]

/** Colours what is read by a person at a terminal; a pipe, a file and whoever sets `NO_COLOR` get plain text. */
export type Paint = (look: Look, text: string) => string

/** Leaves everything as it is. */
export const plain: Paint = (_, text) => text

/** How the standard output of this process is to be coloured. */
export function paintFor({ isTTY, hasColors }: Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'hasColors'>>): Paint {
  // What the environment wishes is known by the terminal's own method.
  const isColourful = isTTY === true && hasColors?.(16) === true
  return isColourful ? (look, text) => styleText(look, text, { validateStream: false }) : plain
}
