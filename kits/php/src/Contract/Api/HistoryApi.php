<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\Change;
use Maildouble\Contract\ChangeCollection;
use Maildouble\Contract\Diff;
use Maildouble\Contract\Why;
use Maildouble\Transport;

/** The operations of the control API about history. */
class HistoryApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * Explain the state of an object. (getWhy)
     *
     * @param 'abuse_report'|'account'|'account_export'|'authorized_app'|'automation'|'automation_email'|'batch'|'batch_webhook'|'campaign'|'campaign_folder'|'cart'|'change'|'connected_site'|'contact'|'conversation'|'conversation_message'|'customer'|'delivery'|'email'|'event'|'file'|'file_folder'|'interest'|'interest_category'|'job'|'journey'|'landing_page'|'list'|'member'|'merge_field'|'note'|'oauth_client'|'oauth_code'|'oauth_token'|'order'|'product'|'report'|'request'|'segment'|'store'|'survey'|'survey_response'|'template'|'template_folder'|'verified_domain'|'webhook'|null $entity The kind of object
     * @param string|null $id Its id as the API shows it. For a member: the subscriber hash, the address, the contact id, the unique email id or the web id. A merge field can also be named by its tag, a tag or segment by its name, a call by its `X-Request-Id`, a change by its `event`, a job that has run by its kind and subject as in `cause`
     * @param string|null $listId The list of the object, if several lists have an object with this id
     * @param string|null $storeId The store of the object, if several stores have an object with this id
     * @param string|null $path Instead of `entity` and `id`: the path of a call, or a whole URL; the query is ignored
     */
    public function why(
        ?string $entity = null,
        ?string $id = null,
        ?string $listId = null,
        ?string $storeId = null,
        ?string $path = null,
    ): Why {
        return Why::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/why', query: ['entity' => $entity, 'id' => $id, 'list_id' => $listId, 'store_id' => $storeId, 'path' => $path]));
    }

    /**
     * List changes. (getChanges)
     *
     * @param 'request'|'job'|'trigger'|null $cause Only changes made by a request, by a job or by a trigger; steps of the scenario's timeline, and reactions to campaigns, are both jobs and triggers
     * @param string|null $table Only changes of rows of this table, as in `GET .../state`
     * @param string|null $since Only changes at or after this instant of the world, ISO 8601
     * @param string|null $until Only changes before this instant of the world, ISO 8601
     * @param int|null $after Only changes with a higher number
     * @param int|null $before Only changes with a lower number. With `order=desc` it continues a list whatever has happened since
     * @param int|null $limit Maximum number of results
     * @param int|null $offset Number of results to skip
     * @param 'asc'|'desc'|null $order Oldest or latest first
     *
     * @return list<Change>
     */
    public function changes(
        ?string $cause = null,
        ?string $table = null,
        ?string $since = null,
        ?string $until = null,
        ?int $after = null,
        ?int $before = null,
        ?int $limit = null,
        ?int $offset = null,
        ?string $order = null,
    ): array {
        return ChangeCollection::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/changes', query: ['cause' => $cause, 'table' => $table, 'since' => $since, 'until' => $until, 'after' => $after, 'before' => $before, 'limit' => $limit, 'offset' => $offset, 'order' => $order]))->changes;
    }

    /**
     * Compare two states. (getDiff)
     *
     * @param string|null $from The earlier state: `start` (the start of the scenario, to which a reset returns), `now`, the name of a snapshot of this world, or `world:<id>` for the current state of a world. `snapshot:<name>` is always a snapshot
     * @param string|null $to The later state, named in the same way
     * @param string|null $table Only this table
     * @param int|null $limit Maximum number of rows in each list
     * @param int|null $offset Number of rows to skip in each list
     */
    public function diff(
        ?string $from = null,
        ?string $to = null,
        ?string $table = null,
        ?int $limit = null,
        ?int $offset = null,
    ): Diff {
        return Diff::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/diff', query: ['from' => $from, 'to' => $to, 'table' => $table, 'limit' => $limit, 'offset' => $offset]));
    }
}
