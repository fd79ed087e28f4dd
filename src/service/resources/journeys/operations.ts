import { Defect } from '../../../kernel/world/errors.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { lists } from '../../model/lists/list.ts'
import { addressRefusal, isAddress } from '../../rules/members/address.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { omit } from '../../rules/omissions.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { memberListed } from '../../rules/segments/make.ts'
import { enterAt } from './flow.ts'
import { journeyOrThrow, type JourneyRow, journeyWaits, stepOrThrow } from '../../model/journeys/journey.ts'

export const journeyOperations = {
  triggerJourneyStep({ tx, path, body: { email_address } }) {
    const journey = journeyOrThrow(tx, path.journey_id)
    const step = stepOrThrow(journey, path.step_id)
    const member = memberOfList(tx, journey, email_address)
    if (member.status !== 'subscribed')
      throw errors.badRequest(`${member.email_address} is ${member.status}. Only subscribed contacts can enter a journey.`)
    if (step.type !== 'api') throw errors.badRequest(`The step ${step.id} of the journey ${journey.id} is no API trigger.`)
    if (journey.status !== 'running')
      throw errors.badRequest(`The journey ${journey.id} is not running: its status is ${journey.status}.`)
    const isWaiting = tx.first(journeyWaits.key, { journey_id: journey.id, contact_id: member.contact_id }) !== undefined
    if (!isWaiting) enterAt(tx, journey, step, member)
    else {
      const reason = `${member.email_address} waits for an email of it already.`
      const { list_id, contact_id } = member
      omit(tx, { code: 'journey_closed', list_id, contact_id, journey_id: String(journey.id), reason })
    }
  },
} satisfies Partial<Operations>

function memberOfList(tx: ReadTx, { list_id }: JourneyRow, address: string): MemberRow {
  if (!isAddress(address)) throw errors.invalidWhole(addressRefusal('InvalidAddress', address.slice(0, 254)))
  const list = tx.first(lists.key, { id: list_id })
  if (!list) throw new Defect(`The list ${list_id} of a journey does not exist.`)
  const member = memberListed(tx, list, address)
  if (!member) throw errors.notFound(`${address.slice(0, 254)} is not on the list ${list_id}`)
  return member
}
