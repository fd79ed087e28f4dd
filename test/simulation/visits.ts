import { campaigns } from '../../src/service/model/campaigns/campaign.ts'
import { codes } from '../../src/service/model/oauth/token.ts'
import { files, nameInUrl } from '../../src/service/model/files/file.ts'
import { landingPages } from '../../src/service/model/landing-pages/page.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { questionsIn, surveys } from '../../src/service/model/surveys/survey.ts'
import { confirmations } from '../../src/service/model/members/confirmation.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { ADDRESSES } from './bodies/audience.ts'
import type { Dice } from './dice.ts'

/** A call without a key: a path, and the fields of a form if one is sent. */
export interface Visit {
  readonly visit: string
  readonly form?: Readonly<Record<string, string>>
}

/** Calls of people and applications without a key. */
export function nextVisit(tx: Tx, dice: Dice): Visit {
  const { client_id, client_secret, redirect_uri } = tx.world.credentials
  const list = oneOf(dice, tx.range(lists.key).all())?.id ?? 'none'
  return dice.oneOf<() => Visit>([
    () => ({ visit: `/_public/confirm/${oneOf(dice, tx.range(confirmations.key).all())?.token ?? 'nonsense'}` }),
    () => ({ visit: `/_public/pages/${oneOf(dice, tx.range(landingPages.key).all())?.id ?? 'nonsense'}` }),
    () => ({ visit: mediaIn(tx, dice) }),
    () => ({ visit: `/_public/s/${oneOf(dice, tx.range(campaigns.key).all())?.id ?? 'nonsense'}` }),
    () => surveyVisit(tx, dice),
    () => ({ visit: `/_public/subscribe?id=${list}` }),
    () => ({ visit: `/_public/subscribe?id=${list}`, form: { EMAIL: dice.oneOf(ADDRESSES), FNAME: 'Ada' } }),
    () => ({
      visit: `/oauth2/authorize?response_type=code&client_id=${client_id}&redirect_uri=${encodeURIComponent(redirect_uri)}`,
    }),
    () => ({
      visit: '/oauth2/token',
      form: {
        grant_type: 'authorization_code',
        code: oneOf(dice, tx.range(codes.key).all())?.code ?? 'nonsense',
        client_id,
        client_secret: dice.often(80) ? client_secret : 'wrong',
        redirect_uri,
      },
    }),
  ])()
}

/** A visitor of a survey, who sends its form or only looks at it. */
export function surveyVisit(tx: Tx, dice: Dice): Visit {
  const survey = oneOf(dice, tx.range(surveys.key).all())
  const visit = `/_public/survey?id=${survey?.id ?? 'nonsense'}`
  if (dice.often(40)) return { visit }
  const asked = survey ? questionsIn(survey.published ?? survey.content) : []
  const answers = asked.map(({ id, options }) => [`q_${id}`, options[0]?.id ?? dice.oneOf([...ADDRESSES, '3', ''])] as const)
  return { visit, form: Object.fromEntries(answers) }
}

function mediaIn(tx: Tx, dice: Dice): string {
  const file = oneOf(dice, tx.range(files.key).all())
  return file ? `/_files/media/${file.id}/${encodeURIComponent(nameInUrl(file))}` : '/_files/media/1/nonsense'
}

function oneOf<T>(dice: Dice, things: readonly T[]): T | undefined {
  return things.length > 0 ? dice.oneOf(things) : undefined
}
