<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\CreateDeliveryFault;
use Maildouble\Contract\DeliveryFault;
use Maildouble\Contract\DeliveryFaultCollection;
use Maildouble\Contract\DeliveryMatch;
use Maildouble\Contract\FaultWhen;
use Maildouble\Transport;

/** The operations of the control API about deliveryFaults. */
class DeliveryFaultsApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * List delivery faults. (getDeliveryFaults)
     *
     * @param bool|null $unfired With true, only delivery faults that must fire and have not
     * @param int|null $limit Maximum number of results
     * @param int|null $offset Number of results to skip
     *
     * @return list<DeliveryFault>
     */
    public function list(?bool $unfired = null, ?int $limit = null, ?int $offset = null): array
    {
        return DeliveryFaultCollection::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/delivery-faults', query: ['unfired' => $unfired, 'limit' => $limit, 'offset' => $offset]))->deliveryFaults;
    }

    /**
     * Create a delivery fault. (createDeliveryFault)
     *
     * @param mixed $effect `duplicate`: the receiver gets it twice, as two deliveries of which the second names the first as `duplicate_of`. `drop`: it is never sent and stays `recorded` with a `reason`. `reorder`: it goes out right after the next delivery to the same webhook, or after one minute of the time of the world if none comes; meanwhile the next delivery to that webhook is not held back as well. An object with `delay`: it goes out that much later in the time of the world, and other deliveries to the same webhook do not wait for it. An object with `omit`: its payload lacks these fields, in every attempt
     * @param DeliveryMatch|null $match Selects deliveries. Every member that is given must match; without members, all deliveries match.
     * @param FaultWhen|null $when Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected.
     * @param bool|null $mustFire Whether a test fails if the fault never fires; default false
     */
    public function add(
        mixed $effect,
        ?DeliveryMatch $match = null,
        ?FaultWhen $when = null,
        ?bool $mustFire = null,
    ): DeliveryFault {
        return DeliveryFault::fromArray($this->transport->call('POST', '/worlds/' . rawurlencode($this->world) . '/delivery-faults', body: new CreateDeliveryFault(effect: $effect, match: $match, when: $when, mustFire: $mustFire)));
    }

    /**
     * Get a delivery fault. (getDeliveryFault)
     */
    public function get(int $deliveryFaultId): DeliveryFault
    {
        return DeliveryFault::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/delivery-faults/' . rawurlencode((string) $deliveryFaultId)));
    }

    /**
     * Delete a delivery fault. (deleteDeliveryFault)
     */
    public function remove(int $deliveryFaultId): void
    {
        $this->transport->call('DELETE', '/worlds/' . rawurlencode($this->world) . '/delivery-faults/' . rawurlencode((string) $deliveryFaultId));
    }

    /**
     * Delete all delivery faults. (deleteDeliveryFaults)
     */
    public function clear(): void
    {
        $this->transport->call('DELETE', '/worlds/' . rawurlencode($this->world) . '/delivery-faults');
    }
}
