<?php

declare(strict_types=1);

namespace Maildouble\PHPUnit;

use Maildouble\Command;
use Maildouble\Exception\MaildoubleException;
use Maildouble\Exception\RefusedException;
use Maildouble\Maildouble;
use Maildouble\World;

/** The world of a test over its lifetime. @internal */
final class TestWorld
{
    private const TITLE = 40;
    private const DIGEST = 6;
    private const ALIKE = 50;

    /** @var array<string, string> What to tell at the end, by test. */
    private static array $stories = [];

    /**
     * Creates the world of a test. Its id is made from the name of the test and is the same in each run; if another run uses it at the
     * same time, a number is appended.
     *
     * @param array<string, mixed> $options
     */
    public static function begin(Maildouble $maildouble, string $class, string $test, array $options): World
    {
        $id = self::id($class, $test);
        for ($number = 1; ; $number++) {
            try {
                return $maildouble->createWorld(...['id' => $number === 1 ? $id : "{$id}-{$number}", ...$options]);
            } catch (RefusedException $error) {
                if ($error->status === 409 && $error->pointsTo('/id') && !isset($options['id']) && $number < self::ALIKE) {
                    continue;
                }
                $hint = $error->pointsTo('/scenario') ? "\nYour own scenarios are in the folder that MAILDOUBLE_SCENARIO_DIR names." : '';
                throw new MaildoubleException("The world of this test could not be created. {$error->getMessage()}{$hint}", previous: $error);
            }
        }
    }

    public static function id(string $class, string $test): string
    {
        $words = preg_replace('/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[A-Z][a-z])/', '-', (string) preg_replace('/^test_?/', '', $test));
        $plain = trim((string) preg_replace('/[^a-z0-9]+/', '-', strtolower((string) $words)), '-');
        // A widely used SDK replaces this word in base URLs with the name of a datacenter.
        $title = rtrim(substr(str_replace('server', 'srv', $plain), 0, self::TITLE), '-');
        return ($title === '' ? 'test' : $title) . '-' . substr(hash('sha256', "{$class}::{$test}"), 0, self::DIGEST);
    }

    /** Deletes the world, unless the test has done so. */
    public static function end(World $world): void
    {
        try {
            $world->end();
        } catch (RefusedException $error) {
            if ($error->status !== 404) {
                throw $error;
            }
        }
    }

    /** What to say about faults that must fire and did not; null if there are none. */
    public static function unfiredFaults(World $world): ?string
    {
        try {
            $counts = $world->status()->counts;
        } catch (RefusedException) {
            return null;
        }
        if (!isset($counts['faults']) && !isset($counts['delivery_faults'])) {
            return null;
        }
        $lines = [];
        foreach ($world->faults->list(unfired: true) as $fault) {
            $lines[] = "  fault {$fault->id} never fired, {$fault->seen} calls matched it: " . json_encode($fault->match, JSON_UNESCAPED_SLASHES);
        }
        foreach ($world->deliveryFaults->list(unfired: true) as $fault) {
            $lines[] = "  delivery fault {$fault->id} never fired, {$fault->seen} deliveries matched it: " . json_encode($fault->match, JSON_UNESCAPED_SLASHES);
        }
        return $lines === [] ? null : "Faults of this test must fire and did not:\n" . implode("\n", $lines);
    }

    /**
     * Tells at the end of the process, below PHPUnit's list of failures, what happened in the world of a failed test, and leaves its files.
     * PHPUnit offers no way to change the message of a failure that all of its versions have.
     */
    public static function tellAtEnd(string $test, World $world, Maildouble $maildouble): void
    {
        if (self::$stories === []) {
            register_shutdown_function(static function (): void {
                foreach (self::$stories as $name => $story) {
                    fwrite(STDERR, "\n{$name}\n{$story}\n");
                }
            });
        }
        self::$stories[$test] = self::story($world, $maildouble);
    }

    private static function story(World $world, Maildouble $maildouble): string
    {
        $token = $maildouble->transport->token;
        try {
            [$status, $output, $errors] = Command::run(
                $token === null ? [] : ['MAILDOUBLE_CONTROL_TOKEN' => $token],
                ...['story', '--url', $maildouble->transport->url, '--world', $world->id, '--out', self::folder($world)],
            );
        } catch (MaildoubleException $error) {
            return "What happened in the world {$world->id} could not be read: {$error->getMessage()}";
        }
        return $status === 0 ? $output : "What happened in the world {$world->id} could not be read: {$errors}";
    }

    /** Removes the files of an earlier failure of the test, and the folder of all failures with the last of them. */
    public static function removeFiles(World $world): void
    {
        $folder = self::folder($world);
        if (!is_dir($folder)) {
            return;
        }
        array_map(unlink(...), glob("{$folder}/*") ?: []);
        rmdir($folder);
        $parent = dirname($folder);
        if (array_diff(scandir($parent) ?: [], ['.', '..']) === ['.gitignore'] || glob("{$parent}/*") === []) {
            @unlink("{$parent}/.gitignore");
            @rmdir($parent);
        }
    }

    private static function folder(World $world): string
    {
        return (getenv('MAILDOUBLE_FAILURES') ?: getcwd() . '/maildouble-failures') . "/{$world->id}";
    }
}
