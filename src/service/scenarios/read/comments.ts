/**
 * The comments of a YAML file that have lines of their own, without their `#`, as one text. Comments for editors are left out, and blocks
 * of comments are separated by an empty line.
 */
export async function readComments(text: string): Promise<string> {
  const { Lexer } = await import('yaml')
  const blocks: string[][] = [[]]
  let [isScalar, startsLine] = [false, true]
  for (const token of new Lexer().lex(text)) {
    const isComment = !isScalar && token.startsWith('#')
    if (isComment && startsLine && !token.startsWith('# yaml-language-server:')) blocks.at(-1)?.push(token.replace(/^# ?/, ''))
    // Data and empty lines end a block.
    else if (!isComment && (/\S/.test(token.replaceAll(MARKS, '')) || (startsLine && token.includes('\n')))) blocks.push([])
    startsLine = token.startsWith('\n') || token.endsWith('\n') || (startsLine && (/^[ \t]*$/.test(token) || MARK.test(token)))
    isScalar = token === SCALAR
  }
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/** Control characters by which the lexer announces a scalar, a document, or the end. */
const SCALAR = '\u001f'
// oxlint-disable-next-line no-control-regex -- these are the marks
const MARK = /^[\u0002\u0018\u001f\ufeff]$/
// oxlint-disable-next-line no-control-regex -- these are the marks
const MARKS = /[\u0002\u0018\u001f\ufeff]/g
