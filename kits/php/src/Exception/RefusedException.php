<?php

declare(strict_types=1);

namespace Maildouble\Exception;

/** The server rejects a call: the message says what would be right, and `problem` where the mistake is. */
final class RefusedException extends MaildoubleException
{
    /** @param array<string, mixed> $problem The problem object */
    public function __construct(string $call, public readonly int $status, public readonly array $problem)
    {
        $mistakes = array_map(static fn (array $error): string => "{$error['pointer']}: {$error['message']}", $problem['errors'] ?? []);
        // The detail names the first ones.
        $others = array_filter($mistakes, static fn (string $mistake): bool => !str_contains($problem['detail'], $mistake));
        parent::__construct(implode("\n  ", ["{$call} was refused: {$problem['detail']}", ...$others]));
    }

    /** Whether the mistake is at this JSON pointer. */
    public function pointsTo(string $pointer): bool
    {
        return in_array($pointer, array_column($this->problem['errors'] ?? [], 'pointer'), true);
    }
}
