<?php

declare(strict_types=1);

namespace Maildouble\Tests\Runs;

use Maildouble\Contract\FaultEffect;
use Maildouble\Contract\FaultMatch;
use Maildouble\Contract\FaultProblem;
use Maildouble\PHPUnit\InWorld;
use Maildouble\PHPUnit\UsesMaildouble;
use PHPUnit\Framework\TestCase;

/** Tests that fail, whose output another test reads. With REPAIRED in the environment, the first one passes. */
#[InWorld(scenario: 'starter')]
final class FailingRun extends TestCase
{
    use UsesMaildouble;

    public function testTheMemberIsGone(): void
    {
        $this->world->post('/lists/aaaaaaaaaa/members', ['email_address' => 'lena@acme.test', 'status' => 'subscribed']);
        $this->world->triggers->memberUnsubscribe(listId: 'aaaaaaaaaa', emailAddress: 'lena@acme.test');
        $this->world->clock->advance('PT2M');
        self::assertSame(getenv('REPAIRED') === false ? 404 : 200, $this->world->get('/lists/aaaaaaaaaa/members/lena@acme.test')->status);
    }

    public function testTheFaultNeverFires(): void
    {
        $this->world->faults->add(
            match: new FaultMatch(operation: 'addMember'),
            effect: new FaultEffect(problem: new FaultProblem(preset: 'TooManyRequests')),
            mustFire: true,
        );
        self::assertSame(200, $this->world->get('/ping')->status);
    }
}
