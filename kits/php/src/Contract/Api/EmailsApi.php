<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\Email;
use Maildouble\Contract\EmailCollection;
use Maildouble\Transport;

/** The operations of the control API about emails. */
class EmailsApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * List emails. (getEmails)
     *
     * @param string|null $to Only emails to this address, case-insensitive
     * @param 'domain_verification'|'confirm_subscription'|'campaign'|'automation'|'journey'|'campaign_test'|'campaign_problem'|'forward'|'list_notification'|'order_notification'|null $kind Only emails of this kind
     * @param string|null $since Only emails sent at or after this instant of the world, ISO 8601
     * @param string|null $until Only emails sent before this instant of the world, ISO 8601
     * @param int|null $after Only emails after the one with this id
     * @param int|null $before Only emails before the one with this id. With `order=desc` it continues a list whatever has been sent since
     * @param string|null $text Only emails with this text in the address, the subject or the body; case is ignored
     * @param string|null $wait Longest real time to wait for matching emails, ISO 8601 or milliseconds; at most PT10M
     * @param int|null $atLeast Number of emails to wait for, with `wait`
     * @param int|null $limit Maximum number of results
     * @param int|null $offset Number of results to skip
     * @param 'asc'|'desc'|null $order Oldest or latest first
     *
     * @return list<Email>
     */
    public function list(
        ?string $to = null,
        ?string $kind = null,
        ?string $since = null,
        ?string $until = null,
        ?int $after = null,
        ?int $before = null,
        ?string $text = null,
        ?string $wait = null,
        ?int $atLeast = null,
        ?int $limit = null,
        ?int $offset = null,
        ?string $order = null,
    ): array {
        return EmailCollection::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/emails', query: ['to' => $to, 'kind' => $kind, 'since' => $since, 'until' => $until, 'after' => $after, 'before' => $before, 'text' => $text, 'wait' => $wait, 'at_least' => $atLeast, 'limit' => $limit, 'offset' => $offset, 'order' => $order]))->emails;
    }

    /**
     * Get an email. (getEmail)
     */
    public function get(int $emailId): Email
    {
        return Email::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/emails/' . rawurlencode((string) $emailId)));
    }
}
