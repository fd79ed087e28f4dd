import { pickMapped } from '../../../kernel/support/pick.ts'
import { UNITS } from '../../../kernel/support/amounts.ts'
import { type Money, convertToAmount } from '../../model/requests/money.ts'

const DECIMALS = 4
const CENTS = 100
const UNITS_OF_CENT = UNITS / CENTS

/** Reads an amount in a body. Rounds it to four decimals by its decimal text, half away from zero. */
export function moneyIn(value: number | string): Money {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  // Numbers with an exponent are smaller than any unit, since the contract has a maximum.
  const units =
    Number(whole) * UNITS + Number(fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')) + Number(fraction.charAt(DECIMALS) >= '5')
  return sign === '-' && units > 0 ? -units : units
}

/** Reads the named amounts of a body, as far as it has them. */
export function amountsIn<Name extends string>(
  body: { readonly [Key in Name]?: number | string | undefined },
  names: readonly Name[],
): { [Key in Name]?: Money } {
  return pickMapped<Name, number | string, Money>(body, names, moneyIn)
}

/** An amount as a text with two decimals: after the format of a store, such as `$`, or before the code of a currency if the store has none. */
export function moneyText(money: Money, money_format: string, currency_code: string): string {
  const cents = Math.round(Math.abs(money) / UNITS_OF_CENT)
  const amount = `${money < 0 && cents > 0 ? '-' : ''}${(cents / CENTS).toFixed(2)}`
  return money_format === '' ? `${amount} ${currency_code}` : `${money_format}${amount}`
}

/** The average amount of a sum, as answers show it; 0 if there is nothing to sum up. */
export function calculateAverage(sum: Money, count: number): number {
  return count === 0 ? 0 : convertToAmount(Math.round(sum / count))
}
