/** Names of fields that hold an instant. */
const INSTANT =
  /^(?:at|date|timestamp|started|finished|since|member_since|first_payment|next_send|verification_sent)$|(?:_at|_at_foreign|_changed|_opt|_signup|_time|_date|_login|last_sent|last_open|last_click)$|^date_(?:created|edited|added)$/

/** Whether a field holds an instant, by its name. */
export function isInstantName(name: string): boolean {
  return INSTANT.test(name)
}
