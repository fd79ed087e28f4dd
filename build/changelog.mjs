// Checks that CHANGELOG.md is ready for the release of a version.

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
