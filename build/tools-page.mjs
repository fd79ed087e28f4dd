// Makes the reference page of the tools for assistants from src/kit/mcp/tools/.

/** @typedef {Pick<import('../src/kit/mcp/tool.ts').Tool, 'name' | 'description' | 'needs' | 'takes' | 'own' | 'changes'>} Tool */

/** @param {readonly Tool[]} tools */
export function toolsPage(tools) {
  const rows = tools.map(({ name, description, needs, takes, own, changes }) => {
    const given = [...needs, ...[...takes, ...Object.keys(own)].map((argument) => `${argument}?`)]
    const what = changes === 'nothing' ? '' : changes === 'world' ? 'the world' : 'makes a world'
    return `| \`${name}\` | ${description} | ${given.map((argument) => `\`${argument}\``).join(', ')} | ${what} |`
  })
  return [
    '# Tools for assistants',
    '',
    'What `maildouble mcp` and the endpoint `/_mcp` offer to a coding assistant, by the Model Context Protocol.',
    '',
    '| Tool | | Arguments | Changes |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
