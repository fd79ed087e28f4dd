import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { builtProgram } from '../server/program.ts'

/** The parts of a composite action that ours use. */
export interface Action {
  readonly inputs?: { readonly [name: string]: { readonly description: string; readonly default?: string } }
  readonly outputs?: { readonly [name: string]: { readonly value: string } }
  readonly runs: {
    readonly using: string
    readonly steps: readonly {
      readonly id?: string
      readonly shell: string
      readonly 'working-directory'?: string
      readonly env?: { readonly [name: string]: string }
      readonly run: string
    }[]
  }
}

/** Reads an action file. */
export function actionIn(file: string): Action {
  return parse(readFileSync(file, 'utf8')) as Action
}

/** The result of running an action. */
export interface ActionResult {
  readonly code: number
  readonly printed: string
  readonly outputs: Readonly<Record<string, string>>
}

/** A job: a workspace, and the files by which its steps communicate. */
export function job(environment: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-action-'))
  const at = (name: string): string => join(folder, name)
  mkdirSync(at('work'))
  mkdirSync(at('temp'))
  for (const name of ['env', 'summary']) writeFileSync(at(name), '')
  const known: Record<string, string> = { ...environment }

  return {
    workspace: at('work'),
    /** The environment that later steps see. */
    env: (): Readonly<Record<string, string>> => pairsIn(at('env')),
    summary: (): string => readFileSync(at('summary'), 'utf8'),
    end: () => rmSync(folder, { recursive: true, force: true }),

    /** Installs the package into the workspace, or into another folder. */
    async install(where = at('work')): Promise<void> {
      const place = join(where, 'node_modules/maildouble')
      mkdirSync(place, { recursive: true })
      writeFileSync(join(place, 'package.json'), '{ "name": "maildouble", "type": "module" }')
      symlinkSync(dirname(await builtProgram()), join(place, 'dist'))
    },

    /** Runs the steps of an action until one fails. */
    async run(file: string, inputs: Readonly<Record<string, string>> = {}): Promise<ActionResult> {
      const action = actionIn(file)
      const given = Object.fromEntries(
        Object.entries(action.inputs ?? {}).map(([name, { default: usual = '' }]) => [name, inputs[name] ?? usual]),
      )
      const outputs = new Map<string, Readonly<Record<string, string>>>()
      const filled = (text: string): string =>
        text.replaceAll(/\$\{\{ (inputs|steps)\.([\w.-]+) \}\}/g, (_, kind: string, name: string) => {
          if (kind === 'inputs') return given[name] ?? ''
          const [step = '', , output = ''] = name.split('.')
          return outputs.get(step)?.[output] ?? ''
        })
      let printed = ''
      for (const [i, step] of action.runs.steps.entries()) {
        const script = at(`step-${i}.sh`)
        const output = at(`output-${i}`)
        writeFileSync(script, step.run)
        writeFileSync(output, '')
        const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)] as const)
        const ran = await bash(script, resolve(at('work'), filled(step['working-directory'] ?? '.')), {
          ...known,
          ...pairsIn(at('env')),
          ...Object.fromEntries(own),
          GITHUB_ACTION_PATH: resolve(dirname(file)),
          GITHUB_ENV: at('env'),
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: at('summary'),
          RUNNER_TEMP: at('temp'),
        })
        printed += ran.printed
        outputs.set(step.id ?? '', pairsIn(output))
        if (ran.code !== 0) return { code: ran.code, printed, outputs: {} }
      }
      const values = Object.entries(action.outputs ?? {}).map(([name, { value }]) => [name, filled(value)] as const)
      return { code: 0, printed, outputs: Object.fromEntries(values) }
    },
  }
}

/** Runs a script as runners do. */
function bash(script: string, cwd: string, env: Record<string, string>): Promise<{ code: number; printed: string }> {
  const { PATH = '', HOME = '' } = process.env
  return new Promise((done) => {
    execFile(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', script],
      { cwd, env: { PATH, HOME, ...env } },
      (error, out, err) => done({ code: error ? Number(error.code ?? 1) : 0, printed: out + err }),
    )
  })
}

function pairsIn(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}
