<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** An assumption behind an object, and how it compares with the service. */
final readonly class WhyAssumption
{
    /**
     * @param string $id Its id
     * @param 'high'|'medium'|'low' $confidence How likely the service does the same
     * @param string $says The assumption
     * @param AssumptionEvidence $evidence How it compares with the service
     */
    public function __construct(
        public string $id,
        public string $confidence,
        public string $says,
        public AssumptionEvidence $evidence,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'],
            confidence: $data['confidence'],
            says: $data['says'],
            evidence: AssumptionEvidence::fromArray($data['evidence']),
        );
    }
}
