<?php

declare(strict_types=1);

namespace SignUp;

use GuzzleHttp\Psr7\Request;
use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;

/** Calls the email service. */
final class EmailApi
{
    public const PATIENCE_SECONDS = 300;
    private const FIRST_PAUSE_SECONDS = 0.5;

    /** @var \Closure(float): mixed */
    public readonly \Closure $pause;

    /** @param (\Closure(float): mixed)|null $pause Waits for seconds. Tests let the time of the world pass instead */
    public function __construct(
        private readonly ClientInterface $client,
        private readonly string $url,
        private readonly string $key,
        ?\Closure $pause = null,
    ) {
        $this->pause = $pause ?? static fn (float $seconds) => usleep((int) ($seconds * 1e6));
    }

    /** The path of a member: the hash is the MD5 of the lower-case address. */
    public static function memberPath(string $list, string $email): string
    {
        return "/lists/{$list}/members/" . md5(strtolower($email));
    }

    /**
     * Retries temporary failures for as long as the patience allows, in seconds.
     *
     * @param array<string, mixed>|null $body
     * @return array<string, mixed>
     * @throws CallError
     */
    public function call(string $method, string $path, ?array $body = null, float $patience = self::PATIENCE_SECONDS): array
    {
        for ($attempt = 0, $waited = 0.0; ; $attempt++) {
            try {
                return $this->send($method, $path, $body);
            } catch (CallError $error) {
                // Doubles each time, with jitter for programs that were rejected at the same time.
                $seconds = max($error->retryAfter, self::FIRST_PAUSE_SECONDS * 2 ** $attempt * (1 + random_int(0, 1000) / 1000));
                $waited += $seconds;
                if (!$error->allowsAnother($method) || $waited > $patience) {
                    throw $error;
                }
                ($this->pause)($seconds);
            }
        }
    }

    /** Reads a file whose URL needs no key. */
    public function download(string $url): string
    {
        $answer = $this->client->sendRequest(new Request('GET', $url));
        if ($answer->getStatusCode() !== 200) {
            throw new CallError("{$url} cannot be read: {$answer->getStatusCode()}.", $answer->getStatusCode());
        }
        return (string) $answer->getBody();
    }

    /**
     * @param array<string, mixed>|null $body
     * @return array<string, mixed>
     */
    private function send(string $method, string $path, ?array $body): array
    {
        $headers = ['authorization' => "Bearer {$this->key}", 'content-type' => 'application/json'];
        try {
            $answer = $this->client->sendRequest(
                new Request($method, $this->url . $path, $headers, $body === null ? null : json_encode($body, JSON_THROW_ON_ERROR)),
            );
            $data = json_decode((string) $answer->getBody(), true, flags: JSON_THROW_ON_ERROR);
        } catch (ClientExceptionInterface | \JsonException $lost) {
            throw new CallError("{$method} {$path} was not answered: {$lost->getMessage()}");
        }
        if ($answer->getStatusCode() < 300) {
            return $data;
        }
        $request = $answer->getHeaderLine('x-request-id');
        throw new CallError(
            "{$data['title']}: {$data['detail']} (request {$request})",
            $answer->getStatusCode(),
            $data['title'],
            (int) $answer->getHeaderLine('retry-after'),
        );
    }
}
