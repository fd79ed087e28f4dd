import { resetWorld } from '../../server/control/worlds/reset.ts'
import type { ControlContext } from '../../server/control/context.ts'
import { sentence } from '../../service/scenarios/read/scenario-error.ts'
import { sharedFrom } from '../../service/scenarios/shared-scenarios.ts'
import type { LoadedScenario, Scenario } from '../../service/scenarios/read/scenario-source.ts'
import type { NewWorldOptions } from '../../service/scenarios/world-options.ts'
import { equal } from '../../kernel/support/objects.ts'
import { isoMillis, realNow } from '../../kernel/support/time.ts'
import type { ReloadEvent } from './events.ts'
import { parsePointer } from '../../kernel/support/json-pointer.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

/** Resets the world `default` whenever its scenario changes. */
export class Reloader {
  readonly #context: ControlContext
  readonly #folder: string
  readonly #options: Omit<NewWorldOptions, 'id' | 'base_url'>
  readonly #report: (event: ReloadEvent) => void
  #name = 'starter'
  /** The scenario that the world was created from. */
  #scenario: Scenario | undefined

  constructor(
    context: ControlContext,
    folder: string,
    options: Omit<NewWorldOptions, 'id' | 'base_url'>,
    tell: (event: ReloadEvent) => void,
  ) {
    this.#folder = folder
    this.#context = context
    this.#options = options
    this.#report = tell
  }

  /** Remembers the scenario of the world `default`. */
  async remember(name = 'starter'): Promise<void> {
    if (this.#scenario?.name === name) return
    this.#name = name
    this.#scenario = (await this.#load(name)).scenario
  }

  /** Handles changed files of the folder. An invalid scenario changes nothing. */
  async onChange(files: readonly string[]): Promise<void> {
    const errors = new Set<string>()
    const note = (error: unknown): void => void errors.add(messageOf(error))
    await this.#mistakes().then((mistakes) => mistakes.forEach((mistake) => errors.add(mistake)), note)
    const renewed = await this.#renew().catch((error: unknown) => {
      note(error)
      return false
    })
    const time = isoMillis(realNow())
    this.#report({ type: 'reload', time, files, scenario: this.#name, renewed, errors: [...errors] })
  }

  /** All errors in the folder's files. */
  async #mistakes(): Promise<readonly string[]> {
    // Imported on first use: it brings the YAML parser and many checks, which few servers need.
    const { checkScenarios, filesToCheck } = await import('../../service/scenarios/read/check-scenarios.ts')
    // An empty folder has no errors.
    const { mistakes } = await checkScenarios(await filesToCheck(this.#folder).catch(() => []))
    return mistakes.map(({ file, line, pointer, message }) => `${file}:${line}: ${sentence(parsePointer(pointer), message)}`)
  }

  async #renew(): Promise<boolean> {
    const { worlds, build, publicUrl } = this.#context
    const { scenario } = await this.#load(this.#name)
    if (equal(scenario, this.#scenario)) return false
    const { world } = worlds.default
    const { mode, rate } = world.clock
    const { seed, credentials } = world
    // Key, address and clock mode stay. Time starts at the scenario's instant if it sets one.
    const { clock, now = clock === undefined ? scenario.clock.now : undefined } = this.#options
    const begun = await build({
      ...this.#options,
      scenario: this.#name,
      id: world.id,
      base_url: publicUrl,
      seed,
      clock: { mode, rate },
      ...(now === undefined ? {} : { now }),
    })
    await worlds.default.commit(() => resetWorld(this.#context, worlds.default, { ...begun, credentials }))
    this.#scenario = scenario
    return true
  }

  #load(name: string): Promise<LoadedScenario> {
    return sharedFrom(this.#context.scenarios).load(name)
  }
}
