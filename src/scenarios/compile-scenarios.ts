import { compiledFrom, type CompiledScenario } from './compiled-scenarios.ts'
import { scenarioFolder } from './scenario-folder.ts'
import { loadOrThrow } from './scenario-source.ts'
import { buildWorldFrom } from './scenarios.ts'

/** Compiles all scenarios below a folder. A world is made of each, so that a mistake fails the build. */
export async function compileScenarios(root: string): Promise<{ readonly name: string; readonly compiled: CompiledScenario }[]> {
  const source = scenarioFolder(root)
  const names = await source.names()
  return Promise.all(
    names.map(async (name) => {
      await buildWorldFrom(source, { id: name, base_url: '', scenario: name })
      return { name, compiled: await compiledFrom(await loadOrThrow(source, name)) }
    }),
  )
}
