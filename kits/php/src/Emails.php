<?php

declare(strict_types=1);

namespace Maildouble;

use Maildouble\Contract\Api\EmailsApi;
use Maildouble\Contract\Email;
use Maildouble\Exception\TimeoutException;

/** The emails that the service has sent in a world. */
final class Emails extends EmailsApi
{
    /**
     * The first matching email. Waits in real time, and moves no clock.
     *
     * @throws TimeoutException if there is none in time
     */
    public function waitFor(?string $to = null, ?string $kind = null, string $wait = 'PT3S'): Email
    {
        [$first] = [...$this->list(to: $to, kind: $kind, wait: $wait, atLeast: 1, limit: 1), null];
        return $first ?? throw new TimeoutException("No such email was sent within {$wait}.");
    }
}
