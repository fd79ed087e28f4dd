import { parse } from 'csv-parse/sync'

/** Reads customers from CSV with the columns email and first_name. @param {string} csv @returns {import('./import-customers.js').Customer[]} */
export function readCustomers(csv) {
  /** @type {{ email: string, first_name: string }[]} */
  const rows = parse(csv, { columns: true, skip_empty_lines: true, trim: true, bom: true })
  return rows.map(({ email, first_name: firstName }) => ({ email, firstName }))
}
