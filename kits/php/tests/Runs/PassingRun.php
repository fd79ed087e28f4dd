<?php

declare(strict_types=1);

namespace Maildouble\Tests\Runs;

use Maildouble\PHPUnit\InWorld;
use Maildouble\PHPUnit\UsesMaildouble;
use PHPUnit\Framework\TestCase;

/** A run that another test starts several times at once. */
#[InWorld(scenario: 'starter')]
final class PassingRun extends TestCase
{
    use UsesMaildouble;

    public function testAMemberSignsUp(): void
    {
        $body = ['email_address' => 'lena@acme.test', 'status' => 'subscribed'];
        self::assertSame(200, $this->world->post('/lists/aaaaaaaaaa/members', $body)->status);
    }
}
