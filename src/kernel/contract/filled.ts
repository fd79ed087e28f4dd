/** Parameters that an operation may have none of: an empty object if its contract names none. */
export type Filled<T> = [NonNullable<T>] extends [never] ? Record<never, never> : NonNullable<T>
