/** An invalid call of a tool. The message describes a valid one. */
export class ToolError extends Error {
  static {
    this.prototype.name = 'ToolError'
  }
}
