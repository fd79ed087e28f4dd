<?php

declare(strict_types=1);

namespace Maildouble\PHPUnit;

use Maildouble\Contract\RequestCount;
use Maildouble\Contract\RequestMatch;
use Maildouble\Contract\Verdict;
use Maildouble\Exception\VerificationException;
use Maildouble\Maildouble;
use Maildouble\World;
use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\Attributes\Before;
use PHPUnit\Framework\Attributes\PostCondition;
use PHPUnit\Runner\BaseTestRunner;

/** Gives each test of a TestCase a world of its own, `$this->world`, and tells at the end of the run what happened in those of failed tests. */
trait UsesMaildouble
{
    protected World $world;

    /** @before */
    #[Before]
    protected function beginWorld(): void
    {
        $this->world = TestWorld::begin(Maildouble::shared(), static::class, $this->worldTest(), $this->worldOptions());
    }

    /** @postCondition */
    #[PostCondition]
    protected function checkFaults(): void
    {
        $unfired = TestWorld::unfiredFaults($this->world);
        if ($unfired !== null) {
            throw new AssertionFailedError($unfired);
        }
    }

    /** @after */
    #[After]
    protected function endWorld(): void
    {
        if (!isset($this->world)) {
            return;
        }
        if ($this->worldTestHas('Failure', 'Error')) {
            TestWorld::tellAtEnd(static::class . '::' . $this->worldTest(), $this->world, Maildouble::shared());
        } elseif (!$this->worldTestHas('Skipped', 'Incomplete')) {
            TestWorld::removeFiles($this->world);
        }
        TestWorld::end($this->world);
        unset($this->world);
    }

    /**
     * The options of the test's world: those of its attribute {@see InWorld}, or of that of its class. Override it for options that need
     * more than constants.
     *
     * @return array<string, mixed>
     */
    protected function worldOptions(): array
    {
        $class = new \ReflectionClass($this);
        $method = preg_replace('/ with data set .*$/s', '', $this->worldTest());
        $attributes = $class->hasMethod($method) ? $class->getMethod($method)->getAttributes(InWorld::class) : [];
        for (; $attributes === [] && $class !== false; $class = $class->getParentClass()) {
            $attributes = $class->getAttributes(InWorld::class);
        }
        return $attributes === [] ? [] : $attributes[0]->newInstance()->options;
    }

    /**
     * Fails unless the world received the expected calls: at least one that matches, or as many as `count` says. The failure shows the
     * closest calls.
     */
    protected function assertRequests(?RequestMatch $match = null, ?RequestCount $count = null, string|int|null $within = null): Verdict
    {
        $this->addToAssertionCount(1);
        try {
            return $this->world->requests->verify($match, $count, $within);
        } catch (VerificationException $error) {
            throw new AssertionFailedError($error->getMessage());
        }
    }

    /** The name of the test, with that of its data. */
    private function worldTest(): string
    {
        // PHPUnit 9 has no nameWithDataSet().
        return method_exists($this, 'nameWithDataSet') ? $this->nameWithDataSet() : $this->getName();
    }

    /** Whether the test has ended in one of these ways so far. */
    private function worldTestHas(string ...$outcomes): bool
    {
        foreach ($outcomes as $outcome) {
            // PHPUnit 9 has numbers.
            $has = method_exists($this, 'getStatus')
                ? $this->getStatus() === constant(BaseTestRunner::class . '::STATUS_' . strtoupper($outcome))
                : $this->status()->{"is{$outcome}"}();
            if ($has) {
                return true;
            }
        }
        return false;
    }
}
