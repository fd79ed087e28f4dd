// Makes the reference page of the tools for assistants from src/kit/mcp/tools/.

/** @param {readonly import('../src/kit/mcp/input-schema.ts').DescribedTool[]} tools */
export function toolsPage(tools) {
  const rows = tools.map(({ tool: { name, description, changes }, schemas }) => {
    const given = [...schemas].map(([argument, { isRequired }]) => (isRequired ? argument : `${argument}?`))
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
