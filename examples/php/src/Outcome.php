<?php

declare(strict_types=1);

namespace SignUp;

/** What became of a sign-up. Members get the same answer as others, so that it does not reveal who is on the list. */
enum Outcome: int
{
    case Asked = 202;
    case Impossible = 409;
    case Invalid = 422;

    public function message(): string
    {
        return match ($this) {
            self::Asked => 'Please open the link in the message that we have sent you.',
            self::Impossible => 'We cannot write to this address. Please give another one.',
            self::Invalid => 'This is not an email address.',
        };
    }
}
