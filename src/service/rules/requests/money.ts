import { UNITS } from '../../../kernel/support/amounts.ts'
import { type Money, convertToAmount } from '../../model/requests/money.ts'

const CENTS = 100
const UNITS_OF_CENT = UNITS / CENTS

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
