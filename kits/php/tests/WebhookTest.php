<?php

declare(strict_types=1);

namespace Maildouble\Tests;

use Maildouble\Contract\DeliveryMatch;
use Maildouble\Exception\TimeoutException;
use Maildouble\PHPUnit\InWorld;
use Maildouble\PHPUnit\UsesMaildouble;
use PHPUnit\Framework\TestCase;

#[InWorld(scenario: 'double-opt-in')]
final class WebhookTest extends TestCase
{
    use UsesMaildouble;

    private const LIST = 'd0b1e00001';
    private const CLARA = 'confirmed@acme.test';

    /** behaviour:webhook-received behaviour:trigger */
    public function testAReceiverReturnsThePayloadThatArrives(): void
    {
        $hooks = $this->world->receiver(list: self::LIST, events: ['unsubscribe']);
        $triggered = $this->world->triggers->memberUnsubscribe(listId: self::LIST, emailAddress: self::CLARA, reason: 'Too many emails');
        self::assertCount(1, $triggered->deliveries);
        $webhook = $hooks->next('unsubscribe');
        self::assertSame(self::CLARA, $webhook->payload['data']['email']);
        self::assertSame('delivered', $this->world->deliveries->waitFor(event: 'unsubscribe')->status);
        self::assertSame('unsubscribed', $this->world->get('/lists/' . self::LIST . '/members/' . self::CLARA)->json()['status']);
    }

    /** behaviour:webhook-retried */
    public function testARefusedWebhookArrivesAgainWhenTimeHasPassed(): void
    {
        $hooks = $this->world->receiver(list: self::LIST);
        $hooks->answer(503, 200);
        $this->leave();
        self::assertSame(503, $hooks->next('unsubscribe')->status);
        $this->world->clock->advance('PT1M');
        self::assertSame(200, $hooks->next('unsubscribe')->status);
    }

    /** behaviour:webhook-duplicate */
    public function testADuplicateArrivesTwice(): void
    {
        $hooks = $this->world->receiver(list: self::LIST);
        $this->world->deliveryFaults->add(effect: 'duplicate', match: new DeliveryMatch(event: 'unsubscribe'), mustFire: true);
        $this->leave();
        $this->world->clock->advance(until: 'idle');
        self::assertSame(['unsubscribe', 'unsubscribe'], array_column($hooks->received(), 'event'));
        self::assertSame($hooks->next()->body, $hooks->next()->body);
    }

    /** behaviour:webhook-application */
    public function testAReceiverHandsWebhooksToTheApplication(): void
    {
        $table = tempnam(sys_get_temp_dir(), 'table');
        $hooks = $this->world->receiver(list: self::LIST, path: '/hooks/s3cret', app: __DIR__ . '/Runs/application.php', environment: ['TABLE' => $table]);
        $this->leave();
        self::assertSame(202, $hooks->next('unsubscribe')->status);
        self::assertSame('/hooks/s3cret unsubscribe ' . self::CLARA, trim((string) file_get_contents($table)));
        $hooks->answer(503);
        $this->world->triggers->memberConfirm(listId: self::LIST, emailAddress: 'waiting@acme.test');
        self::assertSame(503, $hooks->next()->status);
        $hooks->answer();
        $this->world->clock->advance('PT1M');
        self::assertSame(202, $hooks->next()->status);
        unlink($table);
    }

    public function testAWebhookThatDoesNotArriveIsReportedWithThoseThatDid(): void
    {
        $hooks = $this->world->receiver(list: self::LIST);
        $this->leave();
        $hooks->next();
        $this->expectException(TimeoutException::class);
        $this->expectExceptionMessage('unsubscribe, answered 200');
        $hooks->next('cleaned', seconds: 0.1);
    }

    public function testAReceiverReceivesTheWebhooksOfBatches(): void
    {
        $hooks = $this->world->receiver(batches: true);
        $this->world->post('/batches', ['operations' => [['method' => 'GET', 'path' => '/lists']]]);
        $this->world->clock->advance(until: 'idle');
        self::assertSame('batch_operation_completed', $hooks->next()->event);
    }

    /** behaviour:email */
    public function testAnEmailThatTheServiceSentCanBeRead(): void
    {
        $this->world->post('/lists/' . self::LIST . '/members', ['email_address' => 'gus@acme.test', 'status' => 'pending']);
        $email = $this->world->emails->waitFor(to: 'gus@acme.test', kind: 'confirm_subscription');
        $this->world->open($email->links[0]);
        self::assertSame('subscribed', $this->world->get('/lists/' . self::LIST . '/members/gus@acme.test')->json()['status']);
    }

    private function leave(): void
    {
        $this->world->triggers->memberUnsubscribe(listId: self::LIST, emailAddress: self::CLARA);
    }
}
