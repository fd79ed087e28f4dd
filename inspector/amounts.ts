/** Fields of stores and what they have that hold amounts of money. Rows count them in units of a ten-thousandth. */
const AMOUNT = /^(?:(?:order|tax|shipping|discount)_total|price|discount|amount)$/

const OF_STORES = /^(?:store_|promo_rules$)/

const UNITS = 10_000

/** Whether a field of a table holds an amount of money. */
export function isAmount(table: string, field: string): boolean {
  return OF_STORES.test(table) && AMOUNT.test(field)
}

/** An amount of a row, with at least two decimals. */
export function amountText(units: number): string {
  return (units / UNITS).toFixed(4).replace(/0{1,2}$/, '')
}
