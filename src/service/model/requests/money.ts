import { UNITS } from '../../../kernel/support/amounts.ts'

/**
 * An amount of money in units of a ten-thousandth, a whole number: sums of it are exact up to 9 * 10^11 of the currency. Single amounts are smaller, so
 * that doubles keep their four decimals in answers.
 */
export type Money = number

/** An amount as answers show it. */
export function convertToAmount(money: Money): number {
  return money / UNITS
}
