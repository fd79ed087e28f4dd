<?php

declare(strict_types=1);

namespace Maildouble\Exception;

/** Any error of this kit. */
class MaildoubleException extends \RuntimeException
{
}
