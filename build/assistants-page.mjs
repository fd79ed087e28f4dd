// Updates the table of tools in docs/assistants.md from src/kit/mcp/tools/. The rest of the page is written by hand.

/** @typedef {Pick<import('../src/kit/mcp/tool.ts').Tool, 'name' | 'description' | 'needs' | 'takes' | 'own' | 'changes'>} Tool */

/** The part of the page with the table. */
const TABLE = /(<!-- tools: [^>]*-->\n)[^]*?(<!-- end of tools -->)/

/** Returns the page with the current table. @param {string} page @param {readonly Tool[]} tools */
export function withToolsTable(page, tools) {
  if (!TABLE.test(page)) throw new Error('docs/assistants.md has no place for the table of tools: <!-- tools: ... -->')
  const rows = tools.map(({ name, description, needs, takes, own, changes }) => {
    const given = [...needs, ...[...takes, ...Object.keys(own)].map((argument) => `${argument}?`)]
    const what = changes === 'nothing' ? '' : changes === 'world' ? 'the world' : 'makes a world'
    return `| \`${name}\` | ${description} | ${given.map((argument) => `\`${argument}\``).join(', ')} | ${what} |`
  })
  const table = ['| Tool | | Arguments | Changes |', '|---|---|---|---|', ...rows].join('\n')
  return page.replace(TABLE, (_, begin, end) => `${begin}\n${table}\n\n${end}`)
}
