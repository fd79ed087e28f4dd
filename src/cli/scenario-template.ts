import { sha256 } from '../support/digest.ts'

/** The schema that editors complete scenarios from stands beside them under this name. */
export const SCHEMA_FILE = 'scenario.schema.json'

/** A scenario to begin with: it can be used as it is, and shows in comments what else there is. */
export function scenarioTemplate(name: string, base: string): string {
  // In quotes, since ten hexadecimal digits may be a number.
  const list = `'${sha256(`scenario ${name}`).slice(0, 10)}'`
  return `# yaml-language-server: $schema=${SCHEMA_FILE}
name: ${scalar(name)}
description: What it holds and what it is good for, in a sentence or two.

# All that this one holds is there from the beginning; what follows comes on top.
extends: ${scalar(base)}

# Instants are relative to the scenario's own "now" (-P30D: thirty days before), so that data do not grow old.
lists:
  - id: ${list}
    name: Customers
    members:
      - { email_address: ada@example.com, status: subscribed, created_at: -P30D, tags: [vip] }
      - { email_address: alan@example.com, status: unsubscribed, created_at: -P20D }
    # webhooks:
    #   - { url: 'http://127.0.0.1:3000/hook', events: { unsubscribe: true }, sources: { user: true } }

# Bulk data are made: by chance, but the same each time.
# generate:
#   members:
#     - { list: ${list}, members: { count: 200 } }

# How long things take, and what is allowed. All settings: docs/settings.md of maildouble.
# settings:
#   batch: { phase: PT5S }

# What goes wrong when your application calls.
# faults:
#   - { match: { operation: createBatch }, when: { first: 2 }, effect: { problem: { preset: TooManyRequests } } }

# What other people do as time passes, counted from the beginning.
# timeline:
#   - at: PT10M
#     trigger: member.unsubscribe
#     with: { list_id: ${list}, email_address: ada@example.com }
`
}

/** A name as YAML takes it for a text: 404 would be a number. */
function scalar(name: string): string {
  return /^\d|^(?:null|true|false)$/.test(name) ? `'${name}'` : name
}
