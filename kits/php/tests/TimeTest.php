<?php

declare(strict_types=1);

namespace Maildouble\Tests;

use Maildouble\PHPUnit\InWorld;
use Maildouble\PHPUnit\UsesMaildouble;
use PHPUnit\Framework\TestCase;

#[InWorld(scenario: 'starter')]
final class TimeTest extends TestCase
{
    use UsesMaildouble;

    /** behaviour:frozen-time */
    public function testTimePassesOnlyWhenTheTestAdvancesIt(): void
    {
        $before = $this->world->clock->now();
        self::assertEquals($before, $this->world->clock->now());
        $advanced = $this->world->clock->advance('PT5M');
        self::assertSame('2026-01-15T09:05:00.000Z', $advanced->to);
        self::assertSame(300, $this->world->clock->now()->getTimestamp() - $before->getTimestamp());
    }

    /** behaviour:fake-time */
    public function testAFollowerOfTheClockHasItsTime(): void
    {
        $seen = [];
        $this->world->clock->follow(static function (\DateTimeImmutable $now) use (&$seen): void {
            $seen[] = $now->format('H:i');
        });
        $this->world->clock->advance('PT90M');
        $this->world->reset();
        self::assertSame(['09:00', '10:30', '09:00'], $seen);
    }

    /** behaviour:batch */
    public function testABatchIsFinishedWhenTimeHasPassed(): void
    {
        $operation = ['method' => 'GET', 'path' => '/lists', 'operation_id' => 'lists'];
        $batch = $this->world->post('/batches', ['operations' => [$operation]])->json();
        self::assertSame('pending', $batch['status']);
        $this->world->clock->advance(until: 'idle');
        $finished = $this->world->get("/batches/{$batch['id']}")->json();
        self::assertSame('finished', $finished['status']);
        $archive = gzdecode($this->world->open($finished['response_body_url'])->body);
        self::assertStringContainsString('"operation_id":"lists"', (string) $archive);
    }
}
