<?php

declare(strict_types=1);

namespace SignUp\Tests;

use GuzzleHttp\Client;
use Maildouble\Contract\Fault;
use Maildouble\Contract\FaultEffect;
use Maildouble\Contract\FaultMatch;
use Maildouble\Contract\FaultWhen;
use Maildouble\PHPUnit\InWorld;
use Maildouble\PHPUnit\UsesMaildouble;
use PHPUnit\Framework\TestCase;
use SignUp\EmailApi;

/** A test with its own account at the email service, `$this->world`, and a client of it whose pauses take no real time. */
#[InWorld(scenario: 'double-opt-in')]
abstract class SignUpTestCase extends TestCase
{
    use UsesMaildouble;

    /** The list of the scenario, its members who have confirmed and left, and a stranger. */
    protected const LIST = 'd0b1e00001';
    protected const CLARA = 'confirmed@acme.test';
    protected const LENA = 'left@acme.test';
    protected const ADA = 'ada@example.com';

    protected EmailApi $api;

    protected function setUp(): void
    {
        $pause = fn (float $seconds) => $this->world->clock->advance((int) ceil($seconds * 1000));
        $this->api = new EmailApi(new Client(['timeout' => 30]), "{$this->world->baseUrl}/3.0", $this->world->apiKey, $pause);
    }

    protected function disturb(string $operation, FaultEffect $effect, ?int $first = null, ?string $stage = null): Fault
    {
        return $this->world->faults->add(
            match: new FaultMatch(operation: $operation),
            when: new FaultWhen(first: $first),
            effect: $effect,
            stage: $stage,
            mustFire: true,
        );
    }

    /** @return list<int|null> */
    protected function answersTo(string $operation): array
    {
        return array_column($this->world->requests->list(operation: [$operation]), 'status');
    }
}
