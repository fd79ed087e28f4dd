<?php

declare(strict_types=1);

namespace Maildouble\PHPUnit;

use Maildouble\Contract\RequestCount;
use Maildouble\Contract\RequestMatch;
use Maildouble\Contract\Verdict;
use Maildouble\Exception\VerificationException;
use Maildouble\Maildouble;
use Maildouble\World;
use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\Attributes\Before;
use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\IncompleteTest;
use PHPUnit\Framework\SkippedTest;

/** Gives each test of a TestCase a world of its own, `$this->world`, and adds what happened there to the message of a failed test. */
trait UsesMaildouble
{
    protected World $world;

    /** @before */
    #[Before]
    protected function beginWorld(): void
    {
        $this->world = TestWorld::begin(Maildouble::shared(), static::class, $this->worldTest(), $this->worldOptions());
    }

    /** @after */
    #[After]
    protected function endWorld(): void
    {
        if (isset($this->world)) {
            TestWorld::end($this->world);
            unset($this->world);
        }
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

    protected function runTest(): mixed
    {
        try {
            $result = parent::runTest();
            $unfired = TestWorld::unfiredFaults($this->world);
            if ($unfired !== null) {
                throw new AssertionFailedError($unfired);
            }
        } catch (SkippedTest | IncompleteTest $notRun) {
            throw $notRun;
        } catch (\Throwable $error) {
            TestWorld::addStory($error, $this->world, Maildouble::shared());
            throw $error;
        }
        TestWorld::removeFiles($this->world);
        return $result;
    }

    /** The name of the test, with that of its data. */
    private function worldTest(): string
    {
        // PHPUnit 9 has no nameWithDataSet().
        return method_exists($this, 'nameWithDataSet') ? $this->nameWithDataSet() : $this->getName();
    }
}
