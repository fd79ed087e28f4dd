<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\Request;
use Maildouble\Contract\RequestCollection;
use Maildouble\Contract\RequestCount;
use Maildouble\Contract\RequestDetail;
use Maildouble\Contract\RequestMatch;
use Maildouble\Contract\Verdict;
use Maildouble\Contract\VerifyRequests;
use Maildouble\Transport;

/** The operations of the control API about requests. */
class RequestsApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * List calls. (getRequests)
     *
     * @param list<string>|null $operation Only calls of this operation, or of one of several, separated by commas
     * @param string|null $method Only calls with this method of the operation; HEAD counts as GET
     * @param string|null $path Only calls whose path matches this glob, below `/3.0`, or for pages and the sign-in below the base URL of the world: `*` stands for any characters of one segment, `**` for any number of segments
     * @param string|null $status Only calls answered with this status, such as 404, or class of statuses, such as 4xx; `none` for calls without an answer
     * @param 'http'|'batch'|null $via Only calls that arrived this way
     * @param string|null $since Only calls at or after this instant of the world, ISO 8601
     * @param string|null $after Only calls after the one with this id
     * @param string|null $before Only calls before the one with this id. With `order=desc` it continues a list whatever has arrived since
     * @param string|null $until Only calls before this instant of the world, ISO 8601
     * @param string|null $text Only calls with this text in the method, path, query, operation or one of the bodies, as the journal shows them; case is ignored
     * @param bool|null $refused With true, only calls answered with a status of 400 or more; with false, only others
     * @param bool|null $faulted With true, only calls that a fault or `X-Trigger-Error` affected; with false, only others
     * @param int|null $limit Maximum number of results
     * @param int|null $offset Number of results to skip
     * @param 'asc'|'desc'|null $order Oldest or latest first
     *
     * @return list<Request>
     */
    public function list(
        ?array $operation = null,
        ?string $method = null,
        ?string $path = null,
        ?string $status = null,
        ?string $via = null,
        ?string $since = null,
        ?string $after = null,
        ?string $before = null,
        ?string $until = null,
        ?string $text = null,
        ?bool $refused = null,
        ?bool $faulted = null,
        ?int $limit = null,
        ?int $offset = null,
        ?string $order = null,
    ): array {
        return RequestCollection::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/requests', query: ['operation' => $operation, 'method' => $method, 'path' => $path, 'status' => $status, 'via' => $via, 'since' => $since, 'after' => $after, 'before' => $before, 'until' => $until, 'text' => $text, 'refused' => $refused, 'faulted' => $faulted, 'limit' => $limit, 'offset' => $offset, 'order' => $order]))->requests;
    }

    /**
     * Get a call. (getRequest)
     */
    public function get(string $requestId): RequestDetail
    {
        return RequestDetail::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/requests/' . rawurlencode((string) $requestId)));
    }

    /**
     * Delete all calls. (deleteRequests)
     */
    public function clear(): void
    {
        $this->transport->call('DELETE', '/worlds/' . rawurlencode($this->world) . '/requests');
    }

    /**
     * Verify calls. (verifyRequests)
     *
     * @param RequestMatch|null $match Selects calls. Every member that is given must match; without members, all calls match. Paths, queries, headers and bodies are compared as they were sent, in the words of the world's vocabulary
     * @param RequestCount|null $count Expected number of calls; default: at least one.
     * @param string|int|float|null $within Longest real time to wait for the verdict, ISO 8601 or milliseconds; at most PT10M; default: no wait
     */
    public function check(
        ?RequestMatch $match = null,
        ?RequestCount $count = null,
        string|int|float|null $within = null,
    ): Verdict {
        return Verdict::fromArray($this->transport->call('POST', '/worlds/' . rawurlencode($this->world) . '/requests/verify', body: new VerifyRequests(match: $match, count: $count, within: $within)));
    }
}
