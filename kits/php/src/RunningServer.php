<?php

declare(strict_types=1);

namespace Maildouble;

use Maildouble\Exception\MaildoubleException;

/** A server that this process has started. It ends with this process at the latest. */
final class RunningServer
{
    /** @var resource|null */
    private $process;

    /** @param resource $process @param resource $input */
    private function __construct(public readonly string $url, $process, private $input)
    {
        $this->process = $process;
    }

    /**
     * Starts a server on a free port, with options of `maildouble serve`. Its world `default` is empty, and unknown keys are refused, so
     * that a test that forgets to pass on the key of its world does not share an account with other tests.
     */
    public static function start(string ...$options): self
    {
        $environment = ['MAILDOUBLE_SCENARIO' => 'empty', 'MAILDOUBLE_CREDENTIALS' => 'known', 'MAILDOUBLE_HOST' => '127.0.0.1'];
        $command = Command::with('serve', '--port', '0', '--log', 'json', '--stdin-end', ...$options);
        // Files, since nobody would read pipes, and a full one would block the server.
        $output = tempnam(sys_get_temp_dir(), 'maildouble');
        $errors = tmpfile();
        $process = @proc_open($command, [['pipe', 'r'], ['file', $output, 'w'], $errors], $pipes, null, [...getenv(), ...$environment]);
        if ($process === false) {
            throw new MaildoubleException('This command could not be run: ' . implode(' ', $command));
        }
        try {
            while (!str_contains((string) file_get_contents($output), "\n")) {
                if (!proc_get_status($process)['running']) {
                    rewind($errors);
                    throw new MaildoubleException('No maildouble could be started: ' . trim((string) stream_get_contents($errors)));
                }
                usleep(5_000);
            }
            [$first] = explode("\n", (string) file_get_contents($output));
        } finally {
            unlink($output);
        }
        return new self(json_decode($first, true, flags: JSON_THROW_ON_ERROR)['url'], $process, $pipes[0]);
    }

    /** Stops the server. */
    public function stop(): void
    {
        if ($this->process === null) {
            return;
        }
        fclose($this->input);
        proc_close($this->process);
        $this->process = null;
    }
}
