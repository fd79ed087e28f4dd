<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A call and its answer. */
final readonly class Request
{
    /**
     * @param string $id The `X-Request-Id` of its answer; for an operation of a batch, the `instance` of its problem object or a generated id
     * @param string $at When it arrived, in the time of the world, ISO 8601
     * @param string $realAt When it arrived in real time, ISO 8601
     * @param int|null $durationMs Real time until the answer, in milliseconds; null before the answer
     * @param 'http'|'batch' $via How it arrived: directly or as an operation of a batch
     * @param string $method The method that was sent
     * @param string $path The path below the base URL of the world, percent-encoded: `/3.0/lists`
     * @param array<string, string> $query The query parameters by name, decoded; the last value of a repeated parameter
     * @param string|null $operation The operation that was called; null if the path or method has none
     * @param int|null $status The status of the answer; null before the answer, and if a fault suppressed it
     * @param RequestMessage $request The request or the answer of a call.
     * @param RequestMessage|null $response The answer; null before it is sent
     * @param int|null $fault The id of the fault that affected the answer, the last one of several; null if none did
     * @param list<RequestFaultsItem> $faults All faults that affected it, in order
     * @param bool $injected Whether the answer was made by a fault or by `X-Trigger-Error`, not by the service
     * @param string|null $asOf With the setting or a fault `staleness`, the instant of the world whose state a read answered; null if the answer is current
     * @param string|null $error The key in the error catalogue of the service's error; null for other answers
     * @param list<string> $assumptions The assumptions that it relied on: ids of `GET .../contract/assumptions`
     * @param list<string> $ignored What was sent and is not used: names of query parameters, and JSON pointers to members of the body. The empty pointer stands for the whole body, if the operation takes none. Members of forms and of truncated bodies are not checked
     * @param list<RequestViolationsItem> $violations Contract violations by the call or by the double's answer
     * @param list<int> $events The numbers of the changes that it caused in the world, as in `GET .../why`, as far as they are kept
     * @param RequestEffects $effects What it caused so far, as far as it is kept; `caused` of `GET .../requests/{request_id}` lists it
     * @param string|null $traceparent The trace that it belongs to, as in the header `traceparent` of W3C Trace Context: the header of the call, or for an operation of a batch, the header of the call that submitted the batch. Missing if there is none, or if it is malformed
     */
    public function __construct(
        public string $id,
        public string $at,
        public string $realAt,
        public ?int $durationMs,
        public string $via,
        public string $method,
        public string $path,
        public array $query,
        public ?string $operation,
        public ?int $status,
        public RequestMessage $request,
        public ?RequestMessage $response,
        public ?int $fault,
        public array $faults,
        public bool $injected,
        public ?string $asOf,
        public ?string $error,
        public array $assumptions,
        public array $ignored,
        public array $violations,
        public array $events,
        public RequestEffects $effects,
        public ?string $traceparent = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            at: $data['at'],
            realAt: $data['real_at'],
            durationMs: $data['duration_ms'] ?? null,
            via: $data['via'],
            method: $data['method'],
            path: $data['path'],
            query: $data['query'],
            operation: $data['operation'] ?? null,
            status: $data['status'] ?? null,
            request: RequestMessage::fromArray($data['request']),
            response: isset($data['response']) ? RequestMessage::fromArray($data['response']) : null,
            fault: $data['fault'] ?? null,
            faults: array_map(RequestFaultsItem::fromArray(...), $data['faults']),
            injected: $data['injected'],
            asOf: $data['as_of'] ?? null,
            error: $data['error'] ?? null,
            assumptions: $data['assumptions'],
            ignored: $data['ignored'],
            violations: array_map(RequestViolationsItem::fromArray(...), $data['violations']),
            events: $data['events'],
            effects: RequestEffects::fromArray($data['effects']),
            traceparent: $data['traceparent'] ?? null,
        );
    }
}
