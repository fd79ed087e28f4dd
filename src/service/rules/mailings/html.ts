import { type Token, Tokenizer, TokenizerMode } from 'parse5'

/** Functions that are called for each part of an HTML document. */
export interface HtmlReader {
  readonly startTag?: (tag: Token.TagToken) => void
  readonly endTag?: (tag: Token.TagToken) => void
  /** Text with its entities decoded. Styles and scripts are text as well. */
  readonly text?: (text: string) => void
}

/** Elements whose content is text: a `<` in them begins no tag. */
const RAW_TEXT: ReadonlySet<string> = new Set(['style', 'script', 'xmp', 'iframe', 'noembed', 'noframes'])
const TEXT_WITH_ENTITIES: ReadonlySet<string> = new Set(['title', 'textarea'])

/** Reads HTML from start to end, without building a tree. */
export function readHtml(html: string, reader: HtmlReader): void {
  const onText = ({ chars }: Token.CharacterToken) => reader.text?.(chars)
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(tag) {
        if (RAW_TEXT.has(tag.tagName)) tokenizer.state = TokenizerMode.RAWTEXT
        else if (TEXT_WITH_ENTITIES.has(tag.tagName)) tokenizer.state = TokenizerMode.RCDATA
        reader.startTag?.(tag)
      },
      onEndTag: (tag) => reader.endTag?.(tag),
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: () => {},
      onComment: () => {},
      onDoctype: () => {},
      onEof: () => {},
    },
  )
  tokenizer.write(html, true)
}

export function findHref({ attrs }: Token.TagToken): string | undefined {
  return attrs.find(({ name }) => name === 'href')?.value
}
