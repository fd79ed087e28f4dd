<?php

declare(strict_types=1);

namespace Maildouble;

use Maildouble\Contract\Advanced;
use Maildouble\Contract\Api\ClockApi;

/** The clock of a world. It is frozen unless the options of the world say otherwise. */
final class Clock extends ClockApi
{
    /** @var list<callable(\DateTimeImmutable): mixed> */
    private array $followers = [];

    public function now(): \DateTimeImmutable
    {
        return new \DateTimeImmutable($this->get()->now);
    }

    /** Advances the clock, and tells its followers. {@see ClockApi::advance()} has the parameters. */
    public function advance(
        string|int|float|null $by = null,
        ?string $to = null,
        ?string $until = null,
        string|int|float|null $maxWait = null,
    ): Advanced {
        $advanced = parent::advance($by, $to, $until, $maxWait);
        $this->tell();
        return $advanced;
    }

    /**
     * Calls a function with the time of the world, now and after each advance, so that the time of the application passes with it:
     * `$world->clock->follow(Carbon::setTestNow(...))`.
     *
     * @param callable(\DateTimeImmutable): mixed $follower
     */
    public function follow(callable $follower): void
    {
        $this->followers[] = $follower;
        $follower($this->now());
    }

    /** Tells the followers the time. @internal */
    public function tell(): void
    {
        if ($this->followers === []) {
            return;
        }
        $now = $this->now();
        foreach ($this->followers as $follower) {
            $follower($now);
        }
    }
}
