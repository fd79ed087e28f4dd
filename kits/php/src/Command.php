<?php

declare(strict_types=1);

namespace Maildouble;

use Maildouble\Exception\MaildoubleException;

/** How the command `maildouble` is run on this machine. */
final class Command
{
    /**
     * A command with arguments, for `proc_open`: MAILDOUBLE_COMMAND if it is set, or else `maildouble` of the PATH, or the npm package that is
     * installed in the current folder or one above it.
     *
     * @return list<string>
     * @throws MaildoubleException if there is none
     */
    public static function with(string ...$arguments): array
    {
        return [...self::program(), ...array_values($arguments)];
    }

    /** @return list<string> */
    private static function program(): array
    {
        $given = preg_split('/\s+/', trim((string) getenv('MAILDOUBLE_COMMAND')), -1, PREG_SPLIT_NO_EMPTY);
        if ($given !== false && $given !== []) {
            return $given;
        }
        if (self::isOnPath('maildouble')) {
            return ['maildouble'];
        }
        for ($folder = (string) getcwd(), $below = ''; $folder !== $below; [$folder, $below] = [dirname($folder), $folder]) {
            if (is_executable("{$folder}/node_modules/.bin/maildouble")) {
                return ["{$folder}/node_modules/.bin/maildouble"];
            }
        }
        throw new MaildoubleException(
            'There is no maildouble to start. Install it with `npm install --save-dev maildouble`, or put its executable on the PATH, or name a '
            . 'command in MAILDOUBLE_COMMAND, or the address of a running server in MAILDOUBLE_URL.',
        );
    }

    private static function isOnPath(string $name): bool
    {
        foreach (explode(PATH_SEPARATOR, (string) getenv('PATH')) as $folder) {
            if ($folder !== '' && is_executable("{$folder}/{$name}")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Runs a command to its end.
     *
     * @param array<string, string> $environment further variables
     * @return array{int, string, string} its status and what it printed
     */
    public static function run(array $environment, string ...$arguments): array
    {
        $output = tmpfile();
        $errors = tmpfile();
        $process = @proc_open(self::with(...$arguments), [['file', '/dev/null', 'r'], $output, $errors], $pipes, null, [...getenv(), ...$environment]);
        if ($process === false) {
            throw new MaildoubleException('This command could not be run: ' . implode(' ', self::with(...$arguments)));
        }
        $status = proc_close($process);
        rewind($output);
        rewind($errors);
        return [$status, trim((string) stream_get_contents($output)), trim((string) stream_get_contents($errors))];
    }
}
