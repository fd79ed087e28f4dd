<?php

declare(strict_types=1);

namespace SignUp\Tests;

use Maildouble\Contract\FaultEffect;
use Maildouble\Contract\FaultProblem;
use SignUp\CallError;
use SignUp\Outcome;
use SignUp\SignUp;

final class SignUpTest extends SignUpTestCase
{
    public function testAPersonWhoSignsUpTwiceGetsOneEmailAndIsSubscribedByTheLinkInIt(): void
    {
        self::assertSame([Outcome::Asked, Outcome::Asked], [$this->signUp(self::ADA), $this->signUp('Ada@Example.com')]);
        $emails = $this->world->emails->list(to: self::ADA);
        self::assertSame(['confirm_subscription'], array_column($emails, 'kind'));
        $this->world->open($emails[0]->links[0]);
        self::assertSame('subscribed', $this->statusOf(self::ADA));
    }

    public function testAPersonWhoLeftIsAskedToConfirmAgain(): void
    {
        self::assertSame(Outcome::Asked, $this->signUp(self::LENA));
        self::assertSame('pending', $this->statusOf(self::LENA));
    }

    public function testAnAddressThatBouncedIsRejected(): void
    {
        $this->world->triggers->memberBounce(listId: self::LIST, emailAddress: self::CLARA, bounce: 'hard');
        self::assertSame(Outcome::Impossible, $this->signUp(self::CLARA));
    }

    public function testAMalformedAddressIsRejectedByUsOrByTheService(): void
    {
        self::assertSame([Outcome::Invalid, Outcome::Invalid], [$this->signUp('nobody'), $this->signUp('nobody@nowhere')]);
        self::assertSame([400], $this->answersTo('setMember'));
    }

    public function testACallIsAttemptedAThirdTimeAfterTwoFailures(): void
    {
        $this->disturb('setMember', new FaultEffect(problem: new FaultProblem(status: 503, title: 'Service Unavailable', detail: 'Back soon.')), first: 2);
        self::assertSame(Outcome::Asked, $this->signUp(self::ADA));
        self::assertSame([503, 503, 200], $this->answersTo('setMember'));
    }

    public function testALostAnswerDoesNotCreateADuplicateMember(): void
    {
        $this->disturb('setMember', new FaultEffect(connection: 'reset'), first: 1, stage: 'after');
        self::assertSame(Outcome::Asked, $this->signUp(self::ADA));
        self::assertSame([null, 200], $this->answersTo('setMember'));
        self::assertCount(1, $this->world->emails->list(to: self::ADA));
    }

    public function testNoPersonWaitsForTwoMinutes(): void
    {
        $this->disturb('setMember', new FaultEffect(problem: new FaultProblem(preset: 'TooManyRequests'), headers: ['retry-after' => '120']));
        $this->expectException(CallError::class);
        $this->signUp(self::ADA);
    }

    private function signUp(string $email): Outcome
    {
        return (new SignUp($this->api, self::LIST))($email, 'Ada');
    }

    private function statusOf(string $email): string
    {
        return $this->world->get('/lists/' . self::LIST . "/members/{$email}")->json()['status'];
    }
}
