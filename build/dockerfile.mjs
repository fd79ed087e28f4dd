// Parses the subset of the Dockerfile language that our Dockerfile uses.

/**
 * @typedef {{ readonly name: string, readonly flags: Readonly<Record<string, string>>, readonly text: string, readonly words: readonly string[] }} Instruction
 * @typedef {{ readonly base: string, readonly as: string, readonly instructions: readonly Instruction[] }} Stage
 */

/** The stages of a Dockerfile, the last of which becomes the image. @param {string} text @returns {Stage[]} */
export function stagesOf(text) {
  /** @type {Map<string, string>} */
  const args = new Map()
  /** @type {(Stage & { instructions: Instruction[] })[]} */
  const stages = []
  for (const instruction of instructionsOf(text)) {
    const { name, words } = instruction
    if (name === 'FROM') {
      const base = (words[0] ?? '').replaceAll(/\$\{(\w+)\}/g, (_, arg) => args.get(arg) ?? '')
      stages.push({ base, as: words[2] ?? String(stages.length), instructions: [] })
    } else if (stages.length === 0 && name === 'ARG') {
      const [arg = '', value = ''] = instruction.text.split('=')
      args.set(arg, value)
    } else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

/** @param {string} text @returns {Instruction[]} */
function instructionsOf(text) {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
  return lines.filter((line) => line.trim() !== '').map(instructionIn)
}

/** @param {string} line @returns {Instruction} */
function instructionIn(line) {
  const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? []
  const [written = ''] = /^(?:--\S+\s+)*/.exec(rest) ?? []
  const flags = Object.fromEntries([...written.matchAll(/--([\w-]+)=(\S+)/g)].map(([, flag = '', value = '']) => [flag, value]))
  const text = rest.slice(written.length)
  return { name: name.toUpperCase(), flags, text, words: wordsOf(text.replace(/^CMD\s+(?=\[)/, '')) }
}

/** The words of a command, which is a JSON array or separated by spaces. @param {string} text @returns {string[]} */
function wordsOf(text) {
  if (!text.startsWith('[')) return text.split(/\s+/)
  return JSON.parse(text)
}

/** The words of the last instruction with a name, such as CMD. @param {Stage} stage @param {string} name @returns {readonly string[]} */
export function wordsIn(stage, name) {
  return stage.instructions.findLast((each) => each.name === name)?.words ?? []
}

/** The variables that an image sets. @param {Stage} stage @returns {Record<string, string>} */
export function environmentOf({ instructions }) {
  const pairs = instructions.filter(({ name }) => name === 'ENV').flatMap(({ words }) => words)
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/**
 * Whether a path is in the build context. Patterns are names or `*`.
 * @param {string} ignore the text of .dockerignore @param {string} path
 */
export function isInContext(ignore, path) {
  let isIn = true
  for (const line of ignore.split('\n')) {
    const pattern = line.trim()
    if (pattern === '' || pattern.startsWith('#')) continue
    const name = pattern.replace(/^!/, '')
    if (name === '*' || path === name || path.startsWith(`${name}/`)) isIn = pattern.startsWith('!')
  }
  return isIn
}
