import { currentBehaviour } from './behaviour.ts'
import { version } from '../../../../kernel/contract/generated/version.ts'
import { formatCount } from '../../../../kernel/support/words.ts'
import { writeJsonFile } from '../../../double/json-file.ts'
import { connectOrThrow } from '../../target.ts'
import type { ReportOptions } from '../report.ts'
import { makeProof } from './proof.ts'

/** Writes what the calls of a server relied on. */
export async function pinProof({ pin, world, ...target }: ReportOptions & { readonly pin: string }): Promise<void> {
  const maildouble = await connectOrThrow(target)
  const { version: served } = await maildouble.health()
  if (served !== version)
    throw new Error(
      `The server at ${maildouble.url} is maildouble ${served}, and this command is ${version}. Pin with the version of the server.`,
    )
  const filter = world === undefined ? {} : { world }
  const coverage = await maildouble.contract.coverage(filter)
  const assumptions = await maildouble.contract.assumptions({ ...filter, leaned: true })
  const operations = [...coverage.operations, ...coverage.public.operations]
  const errors = [...coverage.common_errors, ...operations.flatMap((each) => each.errors)]
  const proof = makeProof(await currentBehaviour(), {
    operations,
    errors: [...new Set(errors.filter(({ calls }) => calls > 0).map(({ error }) => error))],
    assumptions: assumptions.map(({ id }) => id),
  })
  const size = (of: object): number => Object.keys(of).length
  if (size(proof.operations) === 0)
    throw new Error('No call was counted, so there is nothing to pin. Run your suite against this server, then pin.')
  await writeJsonFile(pin, proof)
  const ranked = (rank: string): number => assumptions.filter(({ confidence }) => confidence === rank).length
  console.log(
    `The calls relied on ${formatCount(size(proof.operations), 'operation')}, ${formatCount(size(proof.errors), 'error')} and ` +
      `${formatCount(assumptions.length, 'assumption')}, ${ranked('recorded')} of them recorded and ${ranked('low')} with low confidence. The proof is in ${pin}.`,
  )
}
