<?php

declare(strict_types=1);

namespace SignUp;

/** Subscribes customers who have given their consent elsewhere, in one batch. */
final readonly class Import
{
    private const FIRST_PAUSE_SECONDS = 1;
    private const LONGEST_PAUSE_SECONDS = 60;
    private const PATIENCE_SECONDS = 7200;

    public function __construct(private EmailApi $api, private string $list)
    {
    }

    /**
     * Existing members (`known`) are not changed, whatever their status: an import never resubscribes anyone. So it can be repeated.
     *
     * @param list<string> $emails
     * @return array{added: int, known: int, failed: array<string, string>}
     */
    public function __invoke(array $emails): array
    {
        $operations = array_map(fn (int $row, string $email): array => [
            'method' => 'POST',
            'path' => "/lists/{$this->list}/members",
            // The id links a result to its customer.
            'operation_id' => (string) $row,
            'body' => json_encode(['email_address' => $email, 'status' => 'subscribed'], JSON_THROW_ON_ERROR),
        ], array_keys($emails), $emails);
        $results = $this->results($this->finished($this->api->call('POST', '/batches', ['operations' => $operations])['id']));
        $report = ['added' => 0, 'known' => 0, 'failed' => []];
        foreach ($results as ['operation_id' => $row, 'status_code' => $status, 'response' => $response]) {
            $problem = json_decode($response, true);
            if ($status === 200) {
                $report['added']++;
            } elseif ($problem['title'] === 'Member Exists') {
                $report['known']++;
            } else {
                $report['failed'][$emails[(int) $row]] = $problem['detail'];
            }
        }
        return $report;
    }

    /** Polls less and less often until the batch has finished. Returns the URL of its results. */
    private function finished(string $id): string
    {
        for ($seconds = self::FIRST_PAUSE_SECONDS, $waited = 0; $waited < self::PATIENCE_SECONDS; $seconds = min(2 * $seconds, self::LONGEST_PAUSE_SECONDS)) {
            ($this->api->pause)($seconds);
            $waited += $seconds;
            $batch = $this->api->call('GET', "/batches/{$id}");
            if ($batch['status'] === 'finished') {
                return $batch['response_body_url'];
            }
        }
        throw new CallError("Batch {$id} has not finished in two hours.");
    }

    /**
     * Reads the results of a batch: a gzipped tar of JSON files. The URL needs no key and is valid for ten minutes.
     *
     * @return list<array{operation_id: string, status_code: int, response: string}>
     */
    private function results(string $url): array
    {
        $file = sys_get_temp_dir() . '/results-' . bin2hex(random_bytes(8)) . '.tar.gz';
        file_put_contents($file, $this->api->download($url));
        try {
            $results = [];
            foreach (new \RecursiveIteratorIterator(new \PharData($file)) as $entry) {
                array_push($results, ...json_decode((string) file_get_contents($entry->getPathname()), true, flags: JSON_THROW_ON_ERROR));
            }
            return $results;
        } finally {
            unlink($file);
        }
    }
}
