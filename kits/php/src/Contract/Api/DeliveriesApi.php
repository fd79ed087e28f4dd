<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\Delivery;
use Maildouble\Contract\DeliveryCollection;
use Maildouble\Transport;

/** The operations of the control API about deliveries. */
class DeliveriesApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * List deliveries. (getDeliveries)
     *
     * @param 'subscribe'|'unsubscribe'|'profile'|'upemail'|'cleaned'|'campaign'|'batch_operation_completed'|'validation'|null $event Only deliveries of this event
     * @param string|null $listId Only deliveries to webhooks of this list
     * @param string|null $webhookId Only deliveries to this webhook
     * @param 'pending'|'delivered'|'failed'|'retrying'|'blocked'|'recorded'|null $status Only deliveries with this status
     * @param bool|null $settled With true, only deliveries that are no longer `pending`; with false, only pending ones
     * @param string|null $since Only deliveries caused at or after this instant of the world, ISO 8601
     * @param int|null $after Only deliveries after the one with this id
     * @param int|null $before Only deliveries before the one with this id. With `order=desc` it continues a list whatever has been sent since
     * @param string|null $until Only deliveries caused before this instant of the world, ISO 8601
     * @param string|null $text Only deliveries with this text in the URL, the body, or an answer of the receiver; case is ignored
     * @param string|null $wait Longest real time to wait for matching deliveries, ISO 8601 or milliseconds; at most PT10M
     * @param int|null $atLeast Number of deliveries to wait for, with `wait`
     * @param int|null $limit Maximum number of results
     * @param int|null $offset Number of results to skip
     * @param 'asc'|'desc'|null $order Oldest or latest first
     *
     * @return list<Delivery>
     */
    public function list(
        ?string $event = null,
        ?string $listId = null,
        ?string $webhookId = null,
        ?string $status = null,
        ?bool $settled = null,
        ?string $since = null,
        ?int $after = null,
        ?int $before = null,
        ?string $until = null,
        ?string $text = null,
        ?string $wait = null,
        ?int $atLeast = null,
        ?int $limit = null,
        ?int $offset = null,
        ?string $order = null,
    ): array {
        return DeliveryCollection::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/deliveries', query: ['event' => $event, 'list_id' => $listId, 'webhook_id' => $webhookId, 'status' => $status, 'settled' => $settled, 'since' => $since, 'after' => $after, 'before' => $before, 'until' => $until, 'text' => $text, 'wait' => $wait, 'at_least' => $atLeast, 'limit' => $limit, 'offset' => $offset, 'order' => $order]))->deliveries;
    }

    /**
     * Get a delivery. (getDelivery)
     */
    public function get(int $deliveryId): Delivery
    {
        return Delivery::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/deliveries/' . rawurlencode((string) $deliveryId)));
    }

    /**
     * Delete all deliveries. (deleteDeliveries)
     */
    public function clear(): void
    {
        $this->transport->call('DELETE', '/worlds/' . rawurlencode($this->world) . '/deliveries');
    }

    /**
     * Resend a delivery. (resendDelivery)
     */
    public function resend(int $deliveryId): Delivery
    {
        return Delivery::fromArray($this->transport->call('POST', '/worlds/' . rawurlencode($this->world) . '/deliveries/' . rawurlencode((string) $deliveryId) . '/resend'));
    }
}
