import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stagesOf } from '../build/dockerfile.mjs'
import { IMAGE, SERVER_NAME, serverJson } from '../build/server-json.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
const workflow = readFileSync('.github/workflows/release.yml', 'utf8')

test("the entry in the registry of assistants' servers keeps to the limits of its format", () => {
  const { name, title, description, packages } = serverJson(version)
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect([name.length, title.length, description.length].map((length) => length <= 100)).toEqual([true, true, true])
  expect(packages.map(({ identifier }) => identifier)).toEqual([`${IMAGE}:${version}`])
})

test('the image has the name of its entry in that registry, and is pushed to the address in it', () => {
  const labels = stagesOf(readFileSync('Dockerfile', 'utf8'))
    .at(-1)
    ?.instructions.find(({ name }) => name === 'LABEL')
  expect(labels?.text).toContain(`io.modelcontextprotocol.server.name="${SERVER_NAME}"`)
  const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly repository: { readonly url: string } }
  expect(IMAGE.replace('ghcr.io', 'git+https://github.com')).toBe(repository.url.replace('.git', ''))
  expect(workflow).toContain('docker://ghcr.io/$GITHUB_REPOSITORY:$tag')
})

test('the executables for macOS are made with the Node that goes into those for other systems', () => {
  const [, node = ''] = /^const NODE = '(.+)'$/m.exec(readFileSync('build/executable/build.mjs', 'utf8')) ?? []
  expect(/runs-on: \$\{\{ matrix\.runner \}\}[^]*?node-version: ([\d.]+)/.exec(workflow)?.[1]).toBe(node)
})

test('the module for Testcontainers has the version of the package', () => {
  const manifest = JSON.parse(readFileSync('kits/node-testcontainers/package.json', 'utf8'))
  expect(manifest).toMatchObject({ version, peerDependencies: { maildouble: `^${version}` } })
})
