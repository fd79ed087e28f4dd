<?php

declare(strict_types=1);

namespace Maildouble\Exception;

use Maildouble\Contract\Verdict;

/** The calls were not as expected. The message shows the closest ones. */
final class VerificationException extends MaildoubleException
{
    public function __construct(string $message, public readonly Verdict $verdict)
    {
        parent::__construct($message);
    }
}
