<?php

declare(strict_types=1);

namespace SignUp\Tests;

use Maildouble\Contract\DeliveryMatch;
use Maildouble\Receiver;
use SignUp\Mirror;

final class WebhooksTest extends SignUpTestCase
{
    private string $table;
    private Receiver $hooks;

    protected function setUp(): void
    {
        parent::setUp();
        $this->table = (string) tempnam(sys_get_temp_dir(), 'table');
        // The application, as it runs in production, with webhooks of this world.
        $this->hooks = $this->world->receiver(list: self::LIST, sources: ['user', 'admin'], path: '/hooks/s3cret', app: __DIR__ . '/../public/index.php', environment: [
            'EMAIL_API_URL' => "{$this->world->baseUrl}/3.0",
            'EMAIL_API_KEY' => $this->world->apiKey,
            'LIST_ID' => self::LIST,
            'HOOK_SECRET' => 's3cret',
            'TABLE' => $this->table,
        ]);
    }

    protected function tearDown(): void
    {
        unlink($this->table);
    }

    public function testAMemberWhoLeavesIsUnsubscribedInOurTableAsWell(): void
    {
        $this->world->triggers->memberUnsubscribe(listId: self::LIST, emailAddress: self::CLARA);
        self::assertSame(200, $this->hooks->next('unsubscribe')->status);
        self::assertSame('unsubscribed', $this->statusOf(self::CLARA));
    }

    public function testAChangedAddressIsKnownAndTheOldOneIsGone(): void
    {
        $this->world->triggers->memberChangeEmail(listId: self::LIST, emailAddress: self::CLARA, newEmailAddress: self::ADA);
        $this->world->clock->advance(until: 'idle');
        self::assertSame(['subscribed', null], [$this->statusOf(self::ADA), $this->statusOf(self::CLARA)]);
    }

    public function testADuplicateDoesNoHarm(): void
    {
        $this->world->deliveryFaults->add(effect: 'duplicate', match: new DeliveryMatch(event: 'unsubscribe'), mustFire: true);
        $this->world->triggers->memberUnsubscribe(listId: self::LIST, emailAddress: self::CLARA);
        $this->world->clock->advance(until: 'idle');
        self::assertSame('unsubscribed', $this->statusOf(self::CLARA));
    }

    public function testTwentyMinutesInWhichWeAreDownAreMadeUpFor(): void
    {
        $this->hooks->answer(503);
        $this->world->triggers->memberUnsubscribe(listId: self::LIST, emailAddress: self::CLARA);
        $this->world->clock->advance('PT20M');
        self::assertNull($this->statusOf(self::CLARA));
        $this->hooks->answer();
        $this->world->clock->advance(until: 'idle');
        self::assertSame('unsubscribed', $this->statusOf(self::CLARA));
    }

    private function statusOf(string $email): ?string
    {
        return (new Mirror($this->api, self::LIST, $this->table))->statusOf($email);
    }
}
