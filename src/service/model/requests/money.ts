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

const DECIMALS = 4

/** Reads an amount in a body. Rounds it to four decimals by its decimal text, half away from zero. */
export function moneyIn(value: number | string): Money {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  // Numbers with an exponent are smaller than any unit, since the contract has a maximum.
  const units =
    Number(whole) * UNITS + Number(fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')) + Number(fraction.charAt(DECIMALS) >= '5')
  return sign === '-' && units > 0 ? -units : units
}
