export function Strip() {
  return <div class="strip" />
}
