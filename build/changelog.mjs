// Checks that CHANGELOG.md is ready for the release of a version, and adds the changes of the contract.

/**
 * What is wrong with a changelog for the release of a version; `undefined` if it is ready.
 *
 * @param {string} text @param {string} version
 * @returns {string | undefined}
 */
export function changelogProblem(text, version) {
  const parts = new Map(
    [...text.matchAll(/^## \[([^\]]+)\](.*)\n([\s\S]*?)(?=^## |^\[|$(?![\s\S]))/gm)].map(
      ([, name = '', after = '', content = '']) => [name, { after, content }],
    ),
  )
  const unreleased = parts.get('Unreleased')
  if (!unreleased) return 'CHANGELOG.md must have the part "## [Unreleased]", which collects the changes of the next version.'
  const part = parts.get(version)
  if (!part) return `CHANGELOG.md must have the part "## [${version}] - <date>": rename Unreleased, and begin a new, empty one.`
  if (!/^ - \d{4}-\d\d-\d\d$/.test(part.after))
    return `CHANGELOG.md must say when ${version} is released: "## [${version}] - 2026-01-15".`
  if (!part.content.includes('\n- ')) return `CHANGELOG.md must say what users notice in ${version}; its part has no entry.`
  if (unreleased.content.includes('\n- '))
    return `CHANGELOG.md must have no entries in Unreleased: what is released belongs to ${version}.`
  return undefined
}

const BEHAVIOUR = '### Behaviour'

/**
 * The changelog with the changes of the contract at the end of a version's part. An earlier list of them is replaced.
 *
 * @param {string} text @param {string} version @param {string} since the version before @param {readonly string[]} changes as entries of a list
 */
export function withBehaviour(text, version, since, changes) {
  const start = text.indexOf(`## [${version}]`)
  if (start === -1) throw new Error(`CHANGELOG.md has no part of the version ${version}.`)
  const next = /\n(?=## |\[[^\]]+\]: )/g
  next.lastIndex = start + 1
  const end = next.exec(text)?.index ?? text.length
  const [own = ''] = text.slice(start, end).split(`\n${BEHAVIOUR}`)
  const list = changes.length > 0 ? changes.join('\n') : 'The contract says what it said before.'
  return `${text.slice(0, start)}${own.trimEnd()}\n\n${BEHAVIOUR} since ${since}\n\n${list}\n${text.slice(end)}`
}
