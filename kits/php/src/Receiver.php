<?php

declare(strict_types=1);

namespace Maildouble;

use Maildouble\Contract\ListEvents;
use Maildouble\Exception\MaildoubleException;
use Maildouble\Exception\TimeoutException;

/** Receives webhooks of a world in a process of PHP's own server, which also runs your application if you name its script. */
final class Receiver
{
    private const START_SECONDS = 10;
    private const STEP_MICROSECONDS = 5_000;

    private ?string $registration = null;
    /** @var array<string, true> The files of the webhooks that `next` has returned. */
    private array $returned = [];
    /** @var resource|null */
    private $process;

    /**
     * @param list<int> $usual The answers without {@see answer()}: none for an application
     * @param resource $process
     */
    private function __construct(
        private readonly World $world,
        public readonly string $url,
        private readonly string $folder,
        private readonly array $usual,
        $process,
    ) {
        $this->process = $process;
    }

    /**
     * Starts to listen.
     *
     * @param array<string, string> $environment
     * @internal Use {@see World::receiver()}
     */
    public static function open(World $world, string $path, ?string $app, array $environment): self
    {
        if (!str_starts_with($path, '/')) {
            throw new MaildoubleException("The path \"{$path}\" of a receiver must begin with a slash.");
        }
        if ($app !== null && !is_file($app)) {
            throw new MaildoubleException("There is no script {$app}. Give the path of the script that answers the webhooks, such as public/index.php.");
        }
        $folder = sys_get_temp_dir() . '/maildouble-' . bin2hex(random_bytes(8));
        mkdir($folder, 0o700);
        $usual = $app === null ? [200] : [];
        file_put_contents("{$folder}/answers", json_encode($usual));
        $address = '127.0.0.1:' . self::freePort();
        $variables = ['MAILDOUBLE_RECEIVER' => $folder, ...($app === null ? [] : ['MAILDOUBLE_RECEIVER_APP' => (string) realpath($app)]), ...$environment];
        $process = proc_open(
            [PHP_BINARY, '-S', $address, __DIR__ . '/receiver-router.php'],
            [['file', '/dev/null', 'r'], ['file', "{$folder}/output", 'w'], ['file', "{$folder}/errors", 'w']],
            $pipes,
            null,
            [...getenv(), ...$variables],
        );
        if ($process === false) {
            throw new MaildoubleException('PHP\'s own server could not be started with ' . PHP_BINARY);
        }
        $receiver = new self($world, "http://{$address}{$path}", $folder, $usual, $process);
        for ($left = self::START_SECONDS * 1_000_000; !self::listens($address); $left -= self::STEP_MICROSECONDS) {
            if ($left <= 0 || !proc_get_status($process)['running']) {
                $errors = (string) file_get_contents("{$folder}/errors");
                $receiver->close();
                throw new MaildoubleException("PHP's own server did not start: {$errors}");
            }
            usleep(self::STEP_MICROSECONDS);
        }
        return $receiver;
    }

    /**
     * Registers the URL as a webhook of the service.
     *
     * @param list<string>|null $events
     * @param list<string>|null $sources
     * @internal Use {@see World::receiver()}
     */
    public function register(string $collection, ?array $events, ?array $sources): void
    {
        $body = ['url' => $this->url];
        if ($collection !== '/batch-webhooks') {
            $body['events'] = array_fill_keys($events ?? ListEvents::ALL, true);
            if ($sources !== null) {
                $body['sources'] = array_fill_keys($sources, true);
            }
        }
        $answer = $this->world->post($collection, $body);
        if ($answer->status !== 200) {
            throw new MaildoubleException("The receiver could not be registered at {$collection}: {$answer->body}");
        }
        $this->registration = "{$collection}/{$answer->json()['id']}";
    }

    /** Answers the next webhooks with these statuses; the last one answers all further ones. Without any, your application answers, or 200. */
    public function answer(int ...$statuses): void
    {
        file_put_contents("{$this->folder}/answers", json_encode($statuses === [] ? $this->usual : array_values($statuses)));
    }

    /**
     * The webhooks that have arrived, oldest first.
     *
     * @return list<ReceivedWebhook>
     */
    public function received(): array
    {
        return array_values(array_map(self::read(...), $this->files()));
    }

    /**
     * Waits in real time for a webhook that it has not returned yet, of any event or of the given one.
     *
     * @throws TimeoutException if there is none in time; the message lists the webhooks that have arrived
     */
    public function next(?string $event = null, float $seconds = 3): ReceivedWebhook
    {
        $until = hrtime(true) + $seconds * 1e9;
        do {
            foreach ($this->files() as $file) {
                $webhook = self::read($file);
                if (isset($this->returned[$file]) || ($event !== null && $webhook->event !== $event)) {
                    continue;
                }
                $this->returned[$file] = true;
                $this->settle($webhook);
                return $webhook;
            }
            usleep(self::STEP_MICROSECONDS);
        } while (hrtime(true) < $until);
        $arrived = array_map(static fn (ReceivedWebhook $each): string => "\n  {$each->event}, answered {$each->status}", $this->received());
        throw new TimeoutException(
            'No ' . ($event ?? 'further') . " webhook arrived within {$seconds} s. Those that did:" . (implode('', $arrived) ?: ' none')
            . "\nRetries and delayed webhooks need `\$world->clock->advance()`.",
        );
    }

    /** Removes the webhook from the service, and stops listening. */
    public function unregister(): void
    {
        if ($this->registration !== null) {
            $this->world->delete($this->registration);
            $this->registration = null;
        }
        $this->close();
    }

    /** Stops listening. A receiver is closed with its world. */
    public function close(): void
    {
        if ($this->process === null) {
            return;
        }
        proc_terminate($this->process);
        proc_close($this->process);
        $this->process = null;
        array_map(unlink(...), glob("{$this->folder}/*") ?: []);
        rmdir($this->folder);
    }

    /** Waits until the double has recorded the answer of a webhook, so that the test finds it among the deliveries. */
    private function settle(ReceivedWebhook $webhook): void
    {
        foreach ($this->world->deliveries->list(event: $webhook->event, settled: false) as $delivery) {
            if ($delivery->url === $this->url && $delivery->body === $webhook->body) {
                $this->world->deliveries->list(after: $delivery->id - 1, before: $delivery->id + 1, settled: true, wait: 'PT1S');
            }
        }
    }

    /** @return list<string> */
    private function files(): array
    {
        return glob("{$this->folder}/*.json") ?: [];
    }

    private static function read(string $file): ReceivedWebhook
    {
        ['headers' => $headers, 'body' => $body, 'status' => $status] = json_decode((string) file_get_contents($file), true, flags: JSON_THROW_ON_ERROR);
        parse_str($body, $payload);
        return new ReceivedWebhook((string) ($payload['type'] ?? ''), $payload, $headers, $body, $status);
    }

    private static function freePort(): int
    {
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        if ($socket === false) {
            throw new MaildoubleException('There is no free port on 127.0.0.1.');
        }
        $port = (int) substr((string) strrchr((string) stream_socket_get_name($socket, false), ':'), 1);
        fclose($socket);
        return $port;
    }

    private static function listens(string $address): bool
    {
        $connection = @stream_socket_client("tcp://{$address}", timeout: 1);
        return $connection !== false && fclose($connection);
    }
}
