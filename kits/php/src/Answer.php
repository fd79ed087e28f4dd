<?php

declare(strict_types=1);

namespace Maildouble;

use Maildouble\Exception\MaildoubleException;

/** An answer of the service, whether the call succeeded or not. */
final readonly class Answer
{
    /** @param array<string, string> $headers by their names in lower case */
    public function __construct(public int $status, public array $headers, public string $body)
    {
    }

    /** @param list<string> $lines The status line and the headers, as PHP has them */
    public static function of(array $lines, string $body): self
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('~^HTTP/\S+ (\d{3})~', $line, $found) === 1) {
                $status = (int) $found[1];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }
        }
        return new self($status, $headers, $body);
    }

    /**
     * The body as an array; null if it is empty.
     *
     * @return array<mixed>|null
     * @throws MaildoubleException if it is not a JSON object or list
     */
    public function json(): ?array
    {
        if ($this->body === '') {
            return null;
        }
        $value = json_decode($this->body, true);
        if (!is_array($value)) {
            throw new MaildoubleException("The answer {$this->status} is not JSON: " . substr($this->body, 0, 100));
        }
        return $value;
    }
}
