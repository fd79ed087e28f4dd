<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** RequestViolationsItem */
final readonly class RequestViolationsItem
{
    /**
     * @param 'request'|'response' $side Whether the call or its answer broke the contract
     * @param string $at The field of the body, the parameter, `path` or `method`; empty for the body as a whole
     * @param string $message What is wrong there
     */
    public function __construct(
        public string $side,
        public string $at,
        public string $message,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            side: $data['side'],
            at: $data['at'],
            message: $data['message'],
        );
    }
}
