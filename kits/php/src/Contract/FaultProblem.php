<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A problem object. With `preset` it is the one of the catalogue, and the other members override its own; without, `status` and `title` are required. */
final readonly class FaultProblem implements \JsonSerializable
{
    /**
     * @param string|null $preset A key of the error catalogue, as in `X-Trigger-Error`: TooManyRequests
     * @param string|null $type The problem type; default: the type that the service sends
     * @param string|null $title A short summary
     * @param int|null $status The status of the answer and of the problem object
     * @param string|null $detail What went wrong; default: a text that names the fault
     * @param string|null $instance The `instance` of the problem; default: the `X-Request-Id` of the answer
     * @param list<FaultProblemErrorsItem>|null $errors The invalid fields; default: none
     */
    public function __construct(
        public ?string $preset = null,
        public ?string $type = null,
        public ?string $title = null,
        public ?int $status = null,
        public ?string $detail = null,
        public ?string $instance = null,
        public ?array $errors = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            preset: $data['preset'] ?? null,
            type: $data['type'] ?? null,
            title: $data['title'] ?? null,
            status: $data['status'] ?? null,
            detail: $data['detail'] ?? null,
            instance: $data['instance'] ?? null,
            errors: isset($data['errors']) ? array_map(FaultProblemErrorsItem::fromArray(...), $data['errors']) : null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'preset' => $this->preset,
            'type' => $this->type,
            'title' => $this->title,
            'status' => $this->status,
            'detail' => $this->detail,
            'instance' => $this->instance,
            'errors' => $this->errors,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
