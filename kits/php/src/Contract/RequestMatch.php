<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Selects calls. Every member that is given must match; without members, all calls match. Paths, queries, headers and bodies are compared as they were sent, in the words of the world's vocabulary */
final readonly class RequestMatch implements \JsonSerializable
{
    /**
     * @param string|list<string>|null $operation The operationId, or a list of them: `createBatch`, `issueToken`
     * @param 'GET'|'POST'|'PUT'|'PATCH'|'DELETE'|'HEAD'|'OPTIONS'|null $method The method of the operation: HEAD counts as GET, and `X-HTTP-Method-Override` is applied
     * @param string|null $path A glob of the path below `/3.0`, or for pages and the sign-in below the base URL of the world (`/oauth2/token`): `*` stands for any characters of one segment, `**` for any number of segments. Both sides are percent-decoded and compared segment by segment
     * @param array<string, string>|null $headers Headers with exactly these values; names are case-insensitive. Operations of batches have none
     * @param array<string, mixed>|null $query Query parameters with exactly these values, decoded; the last value of a repeated parameter counts
     * @param array<string, mixed>|null $body JSON pointers into the body, and the values expected there, compared deeply. The members of a form are its fields, and their values are strings
     * @param 'http'|'batch'|null $via How the call arrived: directly or as an operation of a batch
     * @param mixed $status The status of the answer, such as 404, or its class, such as 4xx; `none` for calls without an answer
     */
    public function __construct(
        public string|array|null $operation = null,
        public ?string $method = null,
        public ?string $path = null,
        public ?array $headers = null,
        public ?array $query = null,
        public ?array $body = null,
        public ?string $via = null,
        public mixed $status = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            operation: $data['operation'] ?? null,
            method: $data['method'] ?? null,
            path: $data['path'] ?? null,
            headers: $data['headers'] ?? null,
            query: $data['query'] ?? null,
            body: $data['body'] ?? null,
            via: $data['via'] ?? null,
            status: $data['status'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'operation' => $this->operation,
            'method' => $this->method,
            'path' => $this->path,
            'headers' => $this->headers,
            'query' => $this->query,
            'body' => $this->body,
            'via' => $this->via,
            'status' => $this->status,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
