<?php

declare(strict_types=1);

namespace Maildouble;

use Maildouble\Contract\Api\WorldsApi;
use Maildouble\Exception\MaildoubleException;

/** A connection to a server. */
final class Maildouble
{
    private static ?self $shared = null;

    /** The worlds of the server, as data. */
    public readonly WorldsApi $worlds;
    public readonly Transport $transport;

    private function __construct(string $url, ?string $token)
    {
        $this->transport = new Transport($url, $token);
        $this->worlds = new WorldsApi($this->transport);
    }

    /** Connects to the server at an address; by default that of MAILDOUBLE_URL, or else http://127.0.0.1:4030. */
    public static function connect(?string $url = null, ?string $token = null): self
    {
        return new self($url ?? self::variable('MAILDOUBLE_URL') ?? 'http://127.0.0.1:4030', $token ?? self::variable('MAILDOUBLE_CONTROL_TOKEN'));
    }

    /** The server of this process: the one at MAILDOUBLE_URL, or else one that is started now and stopped at the end of the process. */
    public static function shared(): self
    {
        return self::$shared ??= self::variable('MAILDOUBLE_URL') === null ? self::started() : self::connect();
    }

    /**
     * Creates a world. Takes the parameters of {@see WorldsApi::create()}, such as `scenario`, `settings` and `outage`.
     *
     * @throws Exception\RefusedException if an option is invalid, or the id is taken
     */
    public function createWorld(mixed ...$options): World
    {
        return new World($this->transport, $this->worlds->create(...$options));
    }

    /** A world that exists. */
    public function world(string $id): World
    {
        return new World($this->transport, $this->worlds->get($id));
    }

    private static function started(): self
    {
        $server = RunningServer::start();
        register_shutdown_function(static function () use ($server): void {
            self::writeCoverage($server->url);
            $server->stop();
        });
        return new self($server->url, null);
    }

    /** Writes the coverage of the contract to the file in MAILDOUBLE_COVERAGE. */
    private static function writeCoverage(string $url): void
    {
        $file = self::variable('MAILDOUBLE_COVERAGE');
        if ($file === null) {
            return;
        }
        try {
            [$status, $output, $errors] = Command::run([], 'report', '--url', $url, '--out', $file);
            fwrite(STDERR, PHP_EOL . ($status === 0 ? $output : $errors) . PHP_EOL);
        } catch (MaildoubleException $error) {
            fwrite(STDERR, PHP_EOL . $error->getMessage() . PHP_EOL);
        }
    }

    private static function variable(string $name): ?string
    {
        $value = getenv($name);
        return $value === false || $value === '' ? null : $value;
    }
}
