<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** ActivityLastCall */
final readonly class ActivityLastCall
{
    /**
     * @param string $id The id of the call
     * @param string $at When it arrived, in the time of the world, ISO 8601
     * @param string $realAt When it arrived in real time, ISO 8601
     * @param string $method The method
     * @param string $path The path, relative to the base URL of the world
     * @param int|null $status The status of the answer; null if there is none
     */
    public function __construct(
        public string $id,
        public string $at,
        public string $realAt,
        public string $method,
        public string $path,
        public ?int $status,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            at: $data['at'],
            realAt: $data['real_at'],
            method: $data['method'],
            path: $data['path'],
            status: $data['status'] ?? null,
        );
    }
}
