import { Command } from 'commander'
import { version } from '../contract/generated/version.ts'
import { addComplete } from './complete-command.ts'
import { addEnv } from './env-command.ts'
import { addReplay } from './replay-command.ts'
import { addReport } from './report-command.ts'
import { addScenario } from './scenario-command.ts'
import { addServe } from './serve-command.ts'

/** The whole command line. */
export function program(): Command {
  const cli = new Command('maildouble')
    .description('A stateful test double of the Email Marketing Service REST API 3.0')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError('(maildouble --help shows what there is)')
  addServe(cli)
  addScenario(cli)
  addReplay(cli)
  addReport(cli)
  addEnv(cli)
  addComplete(cli)
  return cli
}
