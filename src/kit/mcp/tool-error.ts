/** A call of a tool that cannot be made as it is. The message says what would be right. */
export class ToolError extends Error {
  static {
    this.prototype.name = 'ToolError'
  }
}
