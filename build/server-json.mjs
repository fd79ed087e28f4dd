// What the registry of assistants' servers (registry.modelcontextprotocol.io) is told about a release: release/server.json, in the format
// https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json.

/** The name in the registry. The label in the Dockerfile with the same name proves that the image is ours. */
export const SERVER_NAME = 'io.github.maildouble/maildouble'

/** The image of a release. */
export const IMAGE = 'ghcr.io/maildouble/maildouble'

/** The image serves assistants without anything else; the npm package needs a second one, which the format cannot say. @param {string} version */
export function serverJson(version) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: SERVER_NAME,
    title: 'maildouble',
    description: "A test double of an email-marketing service's API: find out why a test failed, try changes.",
    version,
    websiteUrl: 'https://github.com/maildouble/maildouble/blob/main/docs/debugging.md#let-an-assistant-look',
    repository: { url: 'https://github.com/maildouble/maildouble', source: 'github' },
    packages: [
      {
        registryType: 'oci',
        identifier: `${IMAGE}:${version}`,
        runtimeHint: 'docker',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: 'mcp' },
          {
            type: 'named',
            name: '--operations',
            description: 'A resource whose operations are tools as well, such as members',
            isRepeated: true,
          },
        ],
      },
    ],
  }
}
