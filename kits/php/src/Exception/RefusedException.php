<?php

declare(strict_types=1);

namespace Maildouble\Exception;

/** The server rejects a call: the message says what would be right, and `problem` where the mistake is. */
final class RefusedException extends MaildoubleException
{
    /** @param array<string, mixed> $problem The problem object */
    public function __construct(string $call, public readonly int $status, public readonly array $problem)
    {
        $errors = array_map(
            static fn (array $error): string => "\n  " . ($error['pointer'] ?? '') . ' ' . ($error['detail'] ?? $error['message'] ?? ''),
            $problem['errors'] ?? [],
        );
        parent::__construct("{$call} was refused: " . $problem['detail'] . implode('', $errors));
    }

    /** Whether the mistake is at this JSON pointer. */
    public function pointsTo(string $pointer): bool
    {
        return in_array($pointer, array_column($this->problem['errors'] ?? [], 'pointer'), true);
    }
}
