export { connect, Maildouble } from './connect.ts'
export {
  MaildoubleError,
  RefusedError,
  SignatureError,
  UnreachableError,
  VerificationError,
  WaitTimeoutError,
  WebhookHandlerError,
  type Problem,
} from './errors.ts'
export { World } from './world.ts'
export type { Advance, JobFilter, WorldClock } from './clock.ts'
export type { ContractReport } from './contract-report.ts'
export type { Duration, ProblemPreset, ScenarioName, Schemas, ServiceOperation, WorldTable } from './contract.ts'
export type { Deliveries, DeliveredEvent, DeliveryFilter, DeliveryOf, DeliveryWait } from './deliveries.ts'
export type { DeliveryFaults } from './delivery-faults.ts'
export type { Emails, EmailFilter, EmailWait } from './emails.ts'
export type { EventType, StreamOptions, WorldEvent, WorldEvents } from './events.ts'
export type { Faults } from './faults.ts'
export type { Outages } from './outages.ts'
export type { RequestFilter, Requests } from './requests.ts'
export type { Receiver, ReceivedWebhook, RegisteredWebhook, WebhookAnswer, WebhookHandler } from './receiver/receiver.ts'
export type { BatchEvent, BatchReceiverOptions, ListEvent, ListReceiverOptions, ReceiverOptions } from './receiver/open.ts'
export type { WebhookEventName, WebhookPayload } from './receiver/webhook-form.ts'
export type {
  AnswerOfOperation,
  AnyQuery,
  CallOptions,
  Deleted,
  RawBody,
  RequestBody,
  ServiceAnswer,
  ServiceMethod,
  ServiceSchemas,
  SuccessBody,
  UnknownAnswer,
  WithBody,
  WithoutBody,
} from './service-call.ts'
export type { ServiceCaller } from './service-caller.ts'
export type { Scenarios } from './scenarios.ts'
export type { WorldSettings } from './settings.ts'
export { verifySignature, type SignatureCheck } from './signature.ts'
export type { Snapshots } from './snapshots.ts'
export type { Tables } from './tables.ts'
export type { Target } from './target.ts'
export type { TriggerArguments, TriggerName, TriggerWith } from './triggers.ts'
export type { Wait } from './wait.ts'
export type { WhyEntity, WhyQuery } from './why.ts'
export type { WorldOptions, Worlds } from './worlds.ts'
