<?php

declare(strict_types=1);

namespace Maildouble\PHPUnit;

/** The options of the world of a test, or of all tests of a class that have no options of their own. */
#[\Attribute(\Attribute::TARGET_CLASS | \Attribute::TARGET_METHOD)]
final readonly class InWorld
{
    /** @var array<string, mixed> */
    public array $options;

    /**
     * Takes the parameters of {@see \Maildouble\Contract\Api\WorldsApi::create()}, such as `scenario`, `outage` and `settings`:
     * `#[InWorld(scenario: 'newsletter', settings: new Settings(statsCache: 'PT0S'))]`.
     */
    public function __construct(mixed ...$options)
    {
        $this->options = $options;
    }
}
