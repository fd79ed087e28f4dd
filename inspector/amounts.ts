import { UNITS } from '../src/kernel/support/amounts.ts'

/** An amount of a row as a text. */
export function amountText(units: number): string {
  return decimalText(units / UNITS)
}

/** An amount with at least two decimals. */
export function decimalText(amount: number): string {
  return amount.toFixed(4).replace(/0{1,2}$/, '')
}
