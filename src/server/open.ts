import type { Egress } from '../host/egress.ts'
import type { Cell } from '../host/worlds.ts'
import type { ScenarioSource } from '../scenarios/scenario-source.ts'
import { buildWorldFrom, type WorldWish } from '../scenarios/scenarios.ts'
import { shippedScenarios } from '../scenarios/shipped-scenarios.ts'
import { assemble, type Assembled } from './double.ts'
import type { DoubleOptions } from './options.ts'

/** Where a double is, and whom it knows. */
interface Place {
  readonly url: string
  /** By which names the control API may be addressed, besides that of the URL. */
  readonly hosts: readonly string[]
  readonly egress: Egress
  readonly token?: string | undefined
}

/** A double whose world `default` is on its way. */
interface Opened extends Assembled {
  readonly begun: Promise<Cell>
}

/** Puts a double together and begins its world `default`. */
export async function open(options: DoubleOptions, { url, hosts, egress, token = options.controlToken }: Place): Promise<Opened> {
  const { publicUrl: _, controlToken: __, allowEgress: ___, allowHosts = [], log = console.error, scenarioDir, ...wish } = options
  const names = [...hosts, new URL(url).hostname, ...allowHosts].map((name) => name.toLowerCase())
  const scenarios = await scenariosIn(scenarioDir)
  const build = (each: WorldWish) => buildWorldFrom(scenarios, each)
  const access = { hosts: [...new Set(names)], token }
  const double = assemble({ publicUrl: url, access, log, build, scenarios, egress })
  return { ...double, begun: double.begin({ ...wish, settings: { credentials: 'any', ...wish.settings } }) }
}

/** The address that was given, without a slash at the end. */
export function publicUrlOf({ publicUrl }: DoubleOptions): string | undefined {
  return publicUrl && new URL(publicUrl).href.replace(/\/$/, '')
}

/** What worlds can begin with: few servers have a folder of their own. */
async function scenariosIn(folder: string | undefined): Promise<ScenarioSource> {
  if (folder === undefined) return shippedScenarios
  const { ownScenarios } = await import('../scenarios/own-scenarios.ts')
  return ownScenarios(folder)
}
