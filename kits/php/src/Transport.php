<?php

declare(strict_types=1);

namespace Maildouble;

use Maildouble\Exception\MaildoubleException;
use Maildouble\Exception\RefusedException;

/** Calls the control API of one server, and the service's API of its worlds. */
final class Transport
{
    private const TIMEOUT_SECONDS = 120;

    public readonly string $url;

    public function __construct(string $url, public readonly ?string $token = null)
    {
        if (preg_match('~^https?://~i', $url) !== 1) {
            throw new MaildoubleException("\"{$url}\" is not the address of a maildouble. Use one such as http://127.0.0.1:4030.");
        }
        $this->url = rtrim($url, '/');
    }

    /**
     * Calls an operation of the control API.
     *
     * @param array<string, scalar|list<string>|null> $query
     * @return array<mixed>
     */
    public function call(string $method, string $path, array $query = [], ?\JsonSerializable $body = null): array
    {
        $given = array_map(
            static fn (mixed $value): mixed => match (true) {
                is_bool($value) => $value ? 'true' : 'false',
                is_array($value) => implode(',', $value),
                default => $value,
            },
            array_filter($query, static fn (mixed $value): bool => $value !== null),
        );
        $search = $given === [] ? '' : '?' . http_build_query($given, '', '&', PHP_QUERY_RFC3986);
        $headers = $this->token === null ? [] : ["authorization: Bearer {$this->token}"];
        $sent = $method === 'GET' ? null : json_encode($body ?? new \stdClass(), JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
        $answer = $this->send($method, "{$this->url}/_control{$path}{$search}", [...$headers, 'content-type: application/json'], $sent);
        if ($answer->status < 300) {
            return $answer->json() ?? [];
        }
        $problem = $answer->json();
        if (!isset($problem['detail'])) {
            throw new MaildoubleException("What answers at {$this->url} is not a maildouble: it answered {$answer->status}.");
        }
        throw new RefusedException("{$method} /_control{$path}", $answer->status, $problem);
    }

    /**
     * Sends any request, without following redirects.
     *
     * @param list<string> $headers
     */
    public function send(string $method, string $url, array $headers = [], ?string $body = null): Answer
    {
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => [...$headers, 'connection: close'],
            'content' => $body ?? '',
            'ignore_errors' => true,
            'follow_location' => 0,
            'timeout' => self::TIMEOUT_SECONDS,
        ]]);
        // The reason of a failure stands in the warning only.
        $stream = @fopen($url, 'r', false, $context);
        if ($stream === false) {
            $reason = preg_replace('/^fopen\([^)]*\): /', '', error_get_last()['message'] ?? 'no answer');
            throw new MaildoubleException("{$method} {$url} was not answered ({$reason}).");
        }
        $lines = stream_get_meta_data($stream)['wrapper_data'];
        $received = (string) stream_get_contents($stream);
        fclose($stream);
        return Answer::of($lines, $received);
    }
}
