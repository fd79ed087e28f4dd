<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Batch operations */
final readonly class SettingsBatch implements \JsonSerializable
{
    /**
     * @param string|int|float|null $phase How long each phase takes, ISO 8601 or milliseconds
     * @param SettingsBatchPhases|null $phases How long single phases take instead of `phase`; for `started`, the time until the first operation runs, instead of `operation`
     * @param string|int|float|null $operation How long each operation takes, ISO 8601 or milliseconds
     * @param string|int|float|null $urlLifetime How long a download URL of results is valid, ISO 8601 or milliseconds
     * @param int|null $page Page size of a GET operation that has no `count`
     * @param 'on'|'off'|null $deleteOperations Whether DELETE is allowed as the method of an operation
     */
    public function __construct(
        public string|int|float|null $phase = null,
        public ?SettingsBatchPhases $phases = null,
        public string|int|float|null $operation = null,
        public string|int|float|null $urlLifetime = null,
        public ?int $page = null,
        public ?string $deleteOperations = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            phase: $data['phase'] ?? null,
            phases: isset($data['phases']) ? SettingsBatchPhases::fromArray($data['phases']) : null,
            operation: $data['operation'] ?? null,
            urlLifetime: $data['url_lifetime'] ?? null,
            page: $data['page'] ?? null,
            deleteOperations: $data['delete_operations'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'phase' => $this->phase,
            'phases' => $this->phases,
            'operation' => $this->operation,
            'url_lifetime' => $this->urlLifetime,
            'page' => $this->page,
            'delete_operations' => $this->deleteOperations,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
