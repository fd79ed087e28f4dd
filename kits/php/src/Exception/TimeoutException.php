<?php

declare(strict_types=1);

namespace Maildouble\Exception;

/** The expected webhook, delivery or email did not come in time. */
final class TimeoutException extends MaildoubleException
{
}
