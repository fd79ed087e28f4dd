<?php

declare(strict_types=1);

namespace Maildouble;

use Maildouble\Contract\Api\RequestsApi;
use Maildouble\Contract\RequestCount;
use Maildouble\Contract\RequestMatch;
use Maildouble\Contract\Verdict;
use Maildouble\Exception\RefusedException;
use Maildouble\Exception\VerificationException;

/** The calls that a world received. */
final class Requests extends RequestsApi
{
    private const COLUMN = 29;
    private const SHOWN = 5;

    /**
     * Compares the calls with an expectation; without `count`, at least one call must match. With `within`, waits in real time until the
     * verdict is certain.
     *
     * @param string|int|null $within ISO 8601 or milliseconds
     * @throws VerificationException unless the verdict is a pass; its message shows the closest calls
     */
    public function verify(?RequestMatch $match = null, ?RequestCount $count = null, string|int|null $within = null): Verdict
    {
        $verdict = $this->check(match: $match, count: $count, within: $within);
        if ($verdict->verdict === 'pass') {
            return $verdict;
        }
        $lines = [
            self::headline($count ?? new RequestCount(atLeast: 1), $verdict),
            'Looked for ' . ($match === null ? 'any call' : json_encode($match, JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR)),
            ...$this->found($verdict),
        ];
        throw new VerificationException(implode("\n", $lines), $verdict);
    }

    private static function headline(RequestCount $count, Verdict $verdict): string
    {
        [$expected] = array_values(array_filter([
            $count->exactly === null ? null : "exactly {$count->exactly}",
            $count->atLeast === null ? null : "at least {$count->atLeast}",
            $count->atMost === null ? null : "at most {$count->atMost}",
        ]));
        $doubt = $verdict->verdict === 'inconclusive' ? 'Cannot tell, since calls were evicted or their bodies cut: expected' : 'Expected';
        $did = $verdict->matched === 0 ? 'none did' : "{$verdict->matched} did";
        return "{$doubt} {$expected} call(s) to match, but {$did}.";
    }

    /** @return list<string> */
    private function found(Verdict $verdict): array
    {
        if ($verdict->closest !== []) {
            $lines = ['Closest'];
            foreach ($verdict->closest as $closest) {
                $lines[] = $this->title($closest->id);
                foreach ($closest->differences as $difference) {
                    $lines[] = sprintf(
                        '    %s: expected %s, actual %s',
                        $difference->at === '' ? 'body' : $difference->at,
                        self::written($difference->expected),
                        $difference->actual === null ? 'nothing' : self::written($difference->actual),
                    );
                }
            }
            return $lines;
        }
        if ($verdict->requests === []) {
            return $verdict->evicted === 0 ? ['There were no calls. Does the application use the base URL of this world, and its key?'] : [];
        }
        return ['What matched', ...array_map($this->title(...), array_slice($verdict->requests, 0, self::SHOWN))];
    }

    private function title(string $id): string
    {
        try {
            $call = $this->get($id);
        } catch (RefusedException) {
            return '  a call that was evicted';
        }
        $search = $call->query === [] ? '' : '?' . http_build_query($call->query);
        return "  {$call->method} {$call->path}{$search}, " . ($call->status === null ? 'not answered' : "answered {$call->status}");
    }

    private static function written(mixed $value): string
    {
        $text = json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
        return mb_strlen($text) > self::COLUMN ? mb_substr($text, 0, self::COLUMN) . '…' : $text;
    }
}
