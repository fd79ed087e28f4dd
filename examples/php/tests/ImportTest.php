<?php

declare(strict_types=1);

namespace SignUp\Tests;

use Maildouble\Contract\FaultEffect;
use Maildouble\Contract\FaultProblem;
use Maildouble\Contract\Settings;
use Maildouble\Contract\SettingsBatch;
use Maildouble\PHPUnit\InWorld;
use SignUp\CallError;
use SignUp\Import;

final class ImportTest extends SignUpTestCase
{
    #[InWorld(scenario: 'double-opt-in', settings: new Settings(batch: new SettingsBatch(operation: 'PT0.1S')))]
    public function testTheNightlyImportSubscribesFiveHundredCustomersAndReportsThoseWhoCouldNotBe(): void
    {
        $customers = array_map(static fn (int $number): string => "customer{$number}@example.com", range(1, 497));
        $report = $this->import([...$customers, self::CLARA, self::LENA, 'no address']);
        self::assertSame([497, 2, ['no address']], [$report['added'], $report['known'], array_keys($report['failed'])]);
        // At a tenth of a second per operation it takes a minute, and the import has to poll several times.
        self::assertGreaterThan(2, count($this->answersTo('getBatch')));
        // A person who left stays unsubscribed.
        self::assertSame('unsubscribed', $this->world->get('/lists/' . self::LIST . '/members/' . self::LENA)->json()['status']);
    }

    public function testAnImportIsSubmittedAgainIfTheServiceAsksForThat(): void
    {
        $this->disturb('createBatch', new FaultEffect(problem: new FaultProblem(preset: 'TooManyRequests'), headers: ['retry-after' => '120']), first: 1);
        self::assertSame(1, $this->import([self::ADA])['added']);
        [$first, $second] = $this->world->requests->list(operation: ['createBatch']);
        self::assertGreaterThanOrEqual(120, strtotime($second->at) - strtotime($first->at));
    }

    public function testAnImportIsSubmittedOnlyOnceIfItsAnswerWasLost(): void
    {
        $this->disturb('createBatch', new FaultEffect(connection: 'reset'), first: 1, stage: 'after');
        try {
            $this->import([self::ADA]);
            self::fail('The import succeeded.');
        } catch (CallError $error) {
            self::assertNull($error->status);
        }
        self::assertSame([null], $this->answersTo('createBatch'));
    }

    /**
     * @param list<string> $emails
     * @return array{added: int, known: int, failed: array<string, string>}
     */
    private function import(array $emails): array
    {
        return (new Import($this->api, self::LIST))($emails);
    }
}
