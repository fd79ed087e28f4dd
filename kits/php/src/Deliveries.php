<?php

declare(strict_types=1);

namespace Maildouble;

use Maildouble\Contract\Api\DeliveriesApi;
use Maildouble\Contract\Delivery;
use Maildouble\Exception\TimeoutException;

/** The webhook deliveries of a world. */
final class Deliveries extends DeliveriesApi
{
    /**
     * The first matching delivery whose attempt has ended. Waits in real time, and moves no clock.
     *
     * @throws TimeoutException if there is none in time; the message lists the deliveries of the world
     */
    public function waitFor(?string $event = null, ?string $listId = null, ?string $webhookId = null, string $wait = 'PT3S'): Delivery
    {
        [$first] = [...$this->list(event: $event, listId: $listId, webhookId: $webhookId, settled: true, wait: $wait, atLeast: 1, limit: 1), null];
        if ($first !== null) {
            return $first;
        }
        $others = array_map(
            static fn (Delivery $each): string => "\n  #{$each->id}  {$each->event}  {$each->status}  {$each->url}",
            $this->list(order: 'desc', limit: 10),
        );
        throw new TimeoutException("No such delivery was attempted within {$wait}. The deliveries of the world, latest first:" . (implode('', $others) ?: ' none'));
    }
}
