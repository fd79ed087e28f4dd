<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** Stats of lists */
final readonly class SettingsStats implements \JsonSerializable
{
    /**
     * @param 'absent'|'zero'|null $ratesUntilCalculated What a list shows for its rates (`avg_sub_rate`, `avg_unsub_rate`, `target_sub_rate`, `open_rate`, `click_rate`) before its first campaign: `absent` leaves them out, as the reference says; `zero` shows 0, as recorded answers of the real service do
     */
    public function __construct(
        public ?string $ratesUntilCalculated = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            ratesUntilCalculated: $data['rates_until_calculated'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'rates_until_calculated' => $this->ratesUntilCalculated,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
