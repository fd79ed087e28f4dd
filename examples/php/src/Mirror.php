<?php

declare(strict_types=1);

namespace SignUp;

/** Our own table of the list's members: a file of JSON. A real service would have a database. */
final readonly class Mirror
{
    public function __construct(private EmailApi $api, private string $list, private string $file)
    {
    }

    public function statusOf(string $email): ?string
    {
        return $this->rows()[strtolower($email)] ?? null;
    }

    /** Takes the form in a webhook. Webhooks may be repeated, late and out of order, so they only say which members to read. */
    public function receive(string $body): void
    {
        parse_str($body, $form);
        foreach (['email', 'old_email', 'new_email'] as $name) {
            if (isset($form['data'][$name])) {
                $this->refresh($form['data'][$name]);
            }
        }
    }

    public function refresh(string $email): void
    {
        $status = $this->read($email);
        $rows = $this->rows();
        unset($rows[strtolower($email)]);
        file_put_contents($this->file, json_encode($status === null ? $rows : [...$rows, strtolower($email) => $status]), LOCK_EX);
    }

    private function read(string $email): ?string
    {
        try {
            // A single attempt: the service waits ten seconds for our answer to a webhook and delivers again without one.
            return $this->api->call('GET', EmailApi::memberPath($this->list, $email), patience: 0)['status'];
        } catch (CallError $error) {
            return $error->status === 404 ? null : throw $error;
        }
    }

    /** @return array<string, string> */
    private function rows(): array
    {
        return json_decode(is_file($this->file) ? (string) file_get_contents($this->file) : '', true) ?? [];
    }
}
