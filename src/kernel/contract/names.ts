// Names of the contracts that public types mention. They come from the types of the client, so that the package ships no others.
import type { components, Duration } from './generated/client/types.ts'

/** The names of the scenarios that ship, and any other. */
export type { ScenarioName } from './generated/client/types.ts'

/** A type of the client as the server has it: once the contract has checked a duration, it is a text. */
export type Checked<T> = T extends Duration
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Checked<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Checked<T[Name]> }
      : T

/** The status of a delivery, such as `delivered`. */
export type DeliveryStatus = components['schemas']['Delivery']['status']

/** The effect of a delivery fault, such as `drop`. */
export type DeliveryEffect = Checked<components['schemas']['DeliveryEffect']>
