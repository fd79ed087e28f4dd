/** What is kept cannot be read: it was changed by hand, or is of another format. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
