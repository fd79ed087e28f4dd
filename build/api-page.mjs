// Makes the reference page of the package: what the package exports, entry by entry.
/** @typedef {import('./api-sources.mjs').Export} Export */
/** @typedef {import('./api-sources.mjs').Doc} Doc */

const HEAD = `# TypeScript

What the package exports, entry by entry. Schemas such as
\`Schemas['Clock']\` are those of the control API: see the [control API](control-api); your editor shows their members. In the
examples, \`maildouble\` is the result of \`connect()\`, \`world\` is one of its worlds, and \`server\` is the result of \`startServer()\`.
`

/** @param {Map<string, Export[]>} entries */
export function apiPage(entries) {
  /** @type {Map<string, string>} */
  const shown = new Map()
  const parts = [...entries].map(([specifier, exports]) => {
    const sections = exports
      .toSorted((a, b) => RANK[a.kind] - RANK[b.kind])
      .map((each) => {
        const key = `${each.file}:${each.line}`
        const before = shown.get(key)
        if (before) return `### ${each.name}\n\nSame as in \`${before}\`.\n`
        shown.set(key, specifier)
        return sectionOf(each)
      })
    return `## ${specifier}\n\n${sections.join('\n')}`
  })
  const index = [...entries].map(
    ([specifier, exports]) => `- [\`${specifier}\`](#${slug(specifier)}): ${exports.map(({ name }) => `\`${name}\``).join(', ')}`,
  )
  return `${HEAD}\n${index.join('\n')}\n\n${parts.join('\n')}`
}

/** Functions come first, types last. */
const RANK = { function: 0, value: 1, class: 2, interface: 3, type: 4 }

/** Exports that lack a docstring, and functions and classes that lack an example. @param {Map<string, Export[]>} entries */
export function missingIn(entries) {
  const exports = new Map([...entries.values()].flat().map((each) => [`${each.file}:${each.line}`, each]))
  return [...exports].flatMap(([place, { name, kind, doc, members }]) => [
    ...(doc.text ? [] : [`${place} ${name} has no docstring`]),
    ...(needsExample(kind) && ![doc, ...members.map((each) => each.doc)].some(({ examples }) => examples.length > 0)
      ? [`${place} ${name} has no example`]
      : []),
    ...members
      // A member with a literal type explains itself, and the first of several signatures explains the others.
      .filter(
        ({ name: its, signature }) =>
          !members.some((each) => each.name === its && each.doc.text) && !/: '[^']+'$/.test(signature),
      )
      .map((member) => `${place} ${name}.${member.name} has no docstring`),
  ])
}

/** @param {Export['kind']} kind */
function needsExample(kind) {
  return kind === 'function' || kind === 'class'
}

/** @param {Export} each */
function sectionOf({ kind, name, signature, doc, members }) {
  const shown = kind === 'class' || kind === 'interface' ? `${kind} ${name}${signature ? ` ${signature}` : ''}` : signature
  const body = [`### ${name}`, doc.text, code(shown), ...detailsOf(doc)]
  return `${[...body, ...members.map(memberOf)].filter(Boolean).join('\n\n')}\n`
}

/** @param {Export['members'][number]} member */
function memberOf({ signature, doc }) {
  const details = detailsOf(doc)
  const line = `- **\`${signature.replaceAll('`', "'")}\`**${doc.text ? `: ${doc.text.replaceAll('\n', ' ')}` : ''}`
  return [line, ...details.map((each) => each.replaceAll(/^(?=.)/gm, '  '))].join('\n\n')
}

/** @param {Doc} doc */
function detailsOf({ throws, examples, params }) {
  return [
    params.map(({ name, text }) => `- \`${name}\`: ${text}`).join('\n'),
    throws.length > 0 ? `Throws ${throws.map((text) => text.replaceAll('\n', ' ')).join('; ')}` : '',
    ...examples.map((text) => code(text.replace(/^```\w*\n|\n```$/g, ''))),
  ].filter(Boolean)
}

/** @param {string} text */
function code(text) {
  return `\`\`\`ts\n${text}\n\`\`\``
}

/** @param {string} heading */
function slug(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}
