// Names of the contracts that public types mention. They come from the types of the client, so that the package ships no others.
import type { components } from './generated/client/types.ts'

/** The names of the scenarios that ship, and any other. */
export type { ScenarioName } from './generated/client/types.ts'

/** The status of a delivery, such as `delivered`. */
export type DeliveryStatus = components['schemas']['Delivery']['status']

/** The effect of a delivery fault, such as `drop`. */
export type DeliveryEffect = components['schemas']['DeliveryEffect']
