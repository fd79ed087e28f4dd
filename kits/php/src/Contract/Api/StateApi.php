<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\State;
use Maildouble\Contract\TableState;
use Maildouble\Transport;

/** The operations of the control API about state. */
class StateApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * List tables. (getState)
     */
    public function tables(): State
    {
        return State::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/state'));
    }

    /**
     * List the rows of a table. (getTable)
     *
     * @param string|null $id Only the row with these values of the key fields, separated by commas
     * @param string|null $text Only rows with this text in their JSON, or in the name of something else than their list or store; case is ignored
     * @param string|null $listId Only rows with this `list_id`, for tables that have one
     * @param string|null $storeId Only rows with this `store_id`, for tables that have one
     * @param string|null $productId Only rows with this `product_id`, for tables that have one
     * @param 'key'|'seq'|null $sort By the `key` of the table, or by `seq`, the order of creation
     * @param 'asc'|'desc'|null $order Ascending or descending
     * @param int|null $count Maximum number of results
     * @param int|null $offset Number of results to skip
     */
    public function table(
        string $table,
        ?string $id = null,
        ?string $text = null,
        ?string $listId = null,
        ?string $storeId = null,
        ?string $productId = null,
        ?string $sort = null,
        ?string $order = null,
        ?int $count = null,
        ?int $offset = null,
    ): TableState {
        return TableState::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/state/' . rawurlencode((string) $table), query: ['id' => $id, 'text' => $text, 'list_id' => $listId, 'store_id' => $storeId, 'product_id' => $productId, 'sort' => $sort, 'order' => $order, 'count' => $count, 'offset' => $offset]));
    }

    /**
     * Get a row of a table. (getRow)
     *
     * @return array<string, mixed>
     */
    public function row(string $table, string $id): array
    {
        return $this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/state/' . rawurlencode((string) $table) . '/' . rawurlencode((string) $id));
    }
}
