<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A webhook to one receiver, and its progress. */
final readonly class Delivery
{
    /**
     * @param int $id The number of the delivery in its world
     * @param 'subscribe'|'unsubscribe'|'profile'|'upemail'|'cleaned'|'campaign'|'batch_operation_completed'|'validation' $event The event; `validation` is the GET that validates a new URL
     * @param string $webhookId The webhook it is sent to
     * @param string $listId The list of the webhook; empty for batch webhooks
     * @param string $url The URL it is sent to
     * @param DeliveryCause $cause What caused it
     * @param string $createdAt When it was caused, in the time of the world, ISO 8601
     * @param 'pending'|'delivered'|'failed'|'retrying'|'blocked'|'recorded' $status `pending` until its first attempt, or the requested resend, has ended; then `delivered`, or `retrying` until `failed`. `blocked` if its URL may not be called. `recorded` if it is not sent, because the world only records or a delivery fault dropped it
     * @param mixed $payload The payload as an object, in the words of the reference, even if the world has a vocabulary. The `data` of an event that `event.emit` sent is the payload that the trigger was given
     * @param string $body The request body as it is sent, in the words of the world's vocabulary
     * @param list<DeliveryAttempt> $attempts The attempts to send it, in order
     * @param string|null $reason Why it ended without an answer, if there is a reason
     * @param string|null $nextAttemptAt When it is sent in the time of the world, ISO 8601; present for retries and for deliveries that a delivery fault held back. One that is to be overtaken goes out earlier, as soon as another one has
     * @param int|null $duplicateOf The id of the delivery that it duplicates because of a delivery fault
     * @param int|null $deliveryFault The id of the delivery fault that duplicated, dropped or delayed it
     * @param string|null $traceparent The header `traceparent` that it is sent with: the trace of the call that caused it, with a parent id of its own. Missing if that call belongs to no trace
     */
    public function __construct(
        public int $id,
        public string $event,
        public string $webhookId,
        public string $listId,
        public string $url,
        public DeliveryCause $cause,
        public string $createdAt,
        public string $status,
        public mixed $payload,
        public string $body,
        public array $attempts,
        public ?string $reason = null,
        public ?string $nextAttemptAt = null,
        public ?int $duplicateOf = null,
        public ?int $deliveryFault = null,
        public ?string $traceparent = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            event: $data['event'],
            webhookId: $data['webhook_id'],
            listId: $data['list_id'],
            url: $data['url'],
            cause: DeliveryCause::fromArray($data['cause']),
            createdAt: $data['created_at'],
            status: $data['status'],
            payload: $data['payload'],
            body: $data['body'],
            attempts: array_map(DeliveryAttempt::fromArray(...), $data['attempts']),
            reason: $data['reason'] ?? null,
            nextAttemptAt: $data['next_attempt_at'] ?? null,
            duplicateOf: $data['duplicate_of'] ?? null,
            deliveryFault: $data['delivery_fault'] ?? null,
            traceparent: $data['traceparent'] ?? null,
        );
    }
}
