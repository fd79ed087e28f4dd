/** Why an entry, or a whole file, cannot be read. The message completes "The entry …". */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}
