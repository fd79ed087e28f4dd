export function EmailsPage() {
  return <p class="hint">Soon.</p>
}
