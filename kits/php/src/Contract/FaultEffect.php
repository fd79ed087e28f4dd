<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The effect: one of `problem`, `answer`, `latency`, `connection`, `mutate`, `address`, `stuck`, `trigger` and `staleness`. Create one fault per effect. */
final readonly class FaultEffect implements \JsonSerializable
{
    /**
     * @param FaultProblem|null $problem A problem object. With `preset` it is the one of the catalogue, and the other members override its own; without, `status` and `title` are required.
     * @param FaultAnswer|null $answer An answer that the service itself never gives, such as the HTML page of a firewall in front of it. The service is not called, so nothing changes there. With `preset` it is a known answer of the edge, and the other members override its own; without, `status` is required. It has no `X-Request-Id`. Operations of batches never pass the edge.
     * @param array<string, string>|null $headers Headers of the answer, such as `retry-after`; with `problem` or `answer` only. Operations of batches have none
     * @param mixed $latency Extra real time that the call takes: an ISO 8601 duration, milliseconds, or an object with `min` and `max`, between which the delay is drawn from the seed of the world. At most ten minutes
     * @param 'reset'|'close'|'hang'|'truncate'|'malformed'|'slow'|null $connection `reset`: the connection is reset. `close`: it is closed without an answer. `hang`: no answer is sent. `truncate`: it is closed halfway through the body. `malformed`: the answer is complete, but holds only the first half of its JSON. `slow`: the answer is sent in small pieces. An answer without a body is treated as `{}` by `truncate` and `malformed`
     * @param 'FakeAddress'|'TooManySignups'|'RoleAddress'|'InvalidAddress'|null $address Refuses the addresses that a call would add or change: as fake (`looks fake or invalid`), as having signed up to many lists (`signed up to a lot of lists very recently`), as the address of a role, or as not being an address. Calls that add many members report each as an entry of `errors`. Operations of batches get the problem as their result
     * @param FaultHold|null $stuck Holds the batch that a matching call creates at the end of a phase: for a time of the world, or until the fault is deleted. Match the operation `createBatch`.
     * @param string|int|float|null $staleness Reads are answered from the state of the world so long ago, but not before the fault: what was just added is not there yet. ISO 8601 or milliseconds, at most P7D. Writes are not affected
     * @param mixed $trigger A trigger, as in `POST .../triggers`, that runs right after each call for which the fault fires: the data change between two pages, or a colleague deletes the list. The call itself is answered as usual. A trigger that is refused has no effect
     * @param int|null $bytesPerSecond Speed of the body, with `slow` only; default 1000
     * @param mixed $mutate Changes the JSON of an answer, a success or a problem object, in ways that a tolerant client must accept: a word, a list of words, or an object with true or a number for each word. Random choices depend on the seed of the world, the fault, and the number of calls it has seen
     */
    public function __construct(
        public ?FaultProblem $problem = null,
        public ?FaultAnswer $answer = null,
        public ?array $headers = null,
        public mixed $latency = null,
        public ?string $connection = null,
        public ?string $address = null,
        public ?FaultHold $stuck = null,
        public string|int|float|null $staleness = null,
        public mixed $trigger = null,
        public ?int $bytesPerSecond = null,
        public mixed $mutate = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            problem: isset($data['problem']) ? FaultProblem::fromArray($data['problem']) : null,
            answer: isset($data['answer']) ? FaultAnswer::fromArray($data['answer']) : null,
            headers: $data['headers'] ?? null,
            latency: $data['latency'] ?? null,
            connection: $data['connection'] ?? null,
            address: $data['address'] ?? null,
            stuck: isset($data['stuck']) ? FaultHold::fromArray($data['stuck']) : null,
            staleness: $data['staleness'] ?? null,
            trigger: $data['trigger'] ?? null,
            bytesPerSecond: $data['bytes_per_second'] ?? null,
            mutate: $data['mutate'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'problem' => $this->problem,
            'answer' => $this->answer,
            'headers' => $this->headers,
            'latency' => $this->latency,
            'connection' => $this->connection,
            'address' => $this->address,
            'stuck' => $this->stuck,
            'staleness' => $this->staleness,
            'trigger' => $this->trigger,
            'bytes_per_second' => $this->bytesPerSecond,
            'mutate' => $this->mutate,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
