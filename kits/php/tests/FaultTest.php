<?php

declare(strict_types=1);

namespace Maildouble\Tests;

use Maildouble\Contract\DeliveryMatch;
use Maildouble\Contract\FaultEffect;
use Maildouble\Contract\FaultMatch;
use Maildouble\Contract\FaultProblem;
use Maildouble\Contract\FaultWhen;
use Maildouble\Contract\RequestCount;
use Maildouble\Contract\RequestMatch;
use Maildouble\Exception\VerificationException;
use Maildouble\PHPUnit\InWorld;
use Maildouble\PHPUnit\UsesMaildouble;
use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\TestCase;

#[InWorld(scenario: 'starter')]
final class FaultTest extends TestCase
{
    use UsesMaildouble;

    private const MEMBERS = '/lists/aaaaaaaaaa/members';
    private const LENA = ['email_address' => 'lena@acme.test', 'status' => 'subscribed'];

    /** behaviour:fault-once */
    public function testAFaultDisturbsTheFirstCallOnly(): void
    {
        $this->world->faults->add(
            match: new FaultMatch(operation: 'addMember'),
            when: new FaultWhen(first: 1),
            effect: new FaultEffect(problem: new FaultProblem(preset: 'TooManyRequests')),
            mustFire: true,
        );
        self::assertSame(429, $this->world->post(self::MEMBERS, self::LENA)->status);
        self::assertSame(200, $this->world->post(self::MEMBERS, self::LENA)->status);
        self::assertSame(1, $this->world->faults->list()[0]->fired);
    }

    /** behaviour:delivery-fault */
    public function testADroppedWebhookDoesNotArrive(): void
    {
        $hooks = $this->world->receiver(list: 'aaaaaaaaaa');
        $this->world->deliveryFaults->add(effect: 'drop', match: new DeliveryMatch(event: 'subscribe'), mustFire: true);
        $this->world->triggers->memberSubscribe(listId: 'aaaaaaaaaa', emailAddress: 'eve@acme.test');
        $this->world->triggers->memberUnsubscribe(listId: 'aaaaaaaaaa', emailAddress: 'eve@acme.test');
        self::assertSame('unsubscribe', $hooks->next()->event);
    }

    /** behaviour:outage */
    #[InWorld(scenario: 'flaky', outage: 'black-friday')]
    public function testAWorldStartsInAnOutage(): void
    {
        $active = array_filter($this->world->outages->list(), static fn ($outage): bool => $outage->active);
        self::assertSame('black-friday', array_values($active)[0]->outage);
        $this->world->outages->end('black-friday');
        self::assertSame(200, $this->world->get('/ping')->status);
    }

    /** behaviour:verification */
    public function testTheExpectedCallsWereMade(): void
    {
        $this->world->post(self::MEMBERS, self::LENA);
        $verdict = $this->assertRequests(new RequestMatch(operation: ['addMember'], body: ['/status' => 'subscribed']), new RequestCount(exactly: 1));
        self::assertSame(1, $verdict->matched);
    }

    /** behaviour:closest-call */
    public function testAVerificationThatFailsShowsTheClosestCalls(): void
    {
        $this->world->post(self::MEMBERS, self::LENA);
        $match = new RequestMatch(operation: ['addMember'], body: ['/status' => 'pending']);
        try {
            $this->world->requests->verify($match);
            self::fail('The verification passed.');
        } catch (VerificationException $error) {
            self::assertStringContainsString('Expected at least 1 call(s) to match, but none did.', $error->getMessage());
            self::assertStringContainsString('POST /3.0/lists/aaaaaaaaaa/members, answered 200', $error->getMessage());
            self::assertStringContainsString('/status: expected "pending", actual "subscribed"', $error->getMessage());
            self::assertSame('fail', $error->verdict->verdict);
        }
        $this->expectException(AssertionFailedError::class);
        $this->assertRequests($match);
    }
}
