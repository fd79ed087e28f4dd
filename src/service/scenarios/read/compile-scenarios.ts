import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compiledFrom } from './compiled-scenarios.ts'
import { fileNamesIn } from './read-below.ts'
import { parseFile } from './scenario-file.ts'
import { scenarioFolder } from './scenario-folder.ts'
import { loadOrThrow } from './scenario-source.ts'
import { buildWorldFrom } from '../scenarios.ts'

/** A file to write: its path below the folder of compiled scenarios, and its text. */
export interface CompiledFile {
  readonly path: string
  readonly text: string
}

/** Compiles all scenarios and fixtures below a folder. A world is created from each scenario, so that an error fails the build. */
export async function compileScenarios(root: string): Promise<CompiledFile[]> {
  const source = scenarioFolder(root)
  const scenarios = (await source.names()).map(async (name) => {
    await buildWorldFrom(source, { id: name, base_url: '', scenario: name })
    // Comments have hints that the data do not: ids to remember, and calls to try.
    const compiled = compiledFrom(await loadOrThrow(source, name), (await source.text(name)) ?? '')
    return { path: `${name}.json`, text: JSON.stringify(compiled) }
  })
  const fixtures = (await fileNamesIn(root, 'fixtures', ['.yaml'])).map(async (name) => {
    const path = `fixtures/${name}.yaml`
    const { data } = await parseFile(await readFile(join(root, path), 'utf8'), path, 'Fixture')
    return { path: `${path}.json`, text: JSON.stringify(data) }
  })
  return Promise.all([...scenarios, ...fixtures])
}
