import type { ControlSchemas } from '../../contract/control.ts'

type Subject = ControlSchemas['JobSubject']

const batch = (id: string): Subject => ({ entity: 'batch', table: 'batches', id })
const accountExport = (id: string): Subject => ({ entity: 'account_export', table: 'account_exports', id })
const delivery = (id: string): Subject => ({ entity: 'delivery', table: 'deliveries', id })

/** The object that each kind of job acts on. */
const subjects: { readonly [kind: string]: (subject: string) => Subject } = {
  'account-exports.begin': accountExport,
  'account-exports.write': accountExport,
  'batches.prepare': batch,
  'batches.start': batch,
  'batches.operate': batch,
  'batches.finish': batch,
  'deliveries.release': delivery,
  'deliveries.retry': delivery,
  'timeline.run': (id) => ({ entity: 'timeline_step', table: 'timeline', id }),
  // The subject is the campaign, the number of the reaction, and its trigger.
  'timeline.react': (id) => ({ entity: 'campaign', table: 'campaigns', id: id.slice(0, id.indexOf('-')) }),
}

/** All kinds of jobs. */
export const jobKinds: readonly string[] = Object.keys(subjects)

/** The object that a job acts on. */
export function subjectOfJob(kind: string, subject: string): Subject {
  return subjects[kind]?.(subject) ?? { entity: kind.slice(0, kind.indexOf('.')), table: '', id: subject }
}
