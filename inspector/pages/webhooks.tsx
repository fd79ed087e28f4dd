export function WebhooksPage() {
  return <p class="hint">Soon.</p>
}
