<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\CreateFault;
use Maildouble\Contract\Fault;
use Maildouble\Contract\FaultCollection;
use Maildouble\Contract\FaultEffect;
use Maildouble\Contract\FaultMatch;
use Maildouble\Contract\FaultWhen;
use Maildouble\Transport;

/** The operations of the control API about faults. */
class FaultsApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * List faults. (getFaults)
     *
     * @param bool|null $unfired With true, only faults that must fire and have not
     * @param int|null $limit Maximum number of results
     * @param int|null $offset Number of results to skip
     *
     * @return list<Fault>
     */
    public function list(?bool $unfired = null, ?int $limit = null, ?int $offset = null): array
    {
        return FaultCollection::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/faults', query: ['unfired' => $unfired, 'limit' => $limit, 'offset' => $offset]))->faults;
    }

    /**
     * Create a fault. (createFault)
     *
     * @param FaultEffect $effect The effect: one of `problem`, `answer`, `latency`, `connection`, `mutate`, `address`, `stuck`, `trigger` and `staleness`. Create one fault per effect.
     * @param FaultMatch|null $match Selects calls. Every member that is given must match; without members, all calls match.
     * @param FaultWhen|null $when Selects some of the matching calls. Every member that is given must hold; without members, all matching calls are selected.
     * @param 'before'|'after'|null $stage `before`: the call has no effect at the service; a `truncate` or `malformed` answer is the one it would have given. `after`: the call takes effect, and only the answer is lost, replaced or delayed. `mutate` and `slow` always let the call through
     * @param bool|null $mustFire Whether a test fails if the fault never fires; default false
     */
    public function add(
        FaultEffect $effect,
        ?FaultMatch $match = null,
        ?FaultWhen $when = null,
        ?string $stage = null,
        ?bool $mustFire = null,
    ): Fault {
        return Fault::fromArray($this->transport->call('POST', '/worlds/' . rawurlencode($this->world) . '/faults', body: new CreateFault(effect: $effect, match: $match, when: $when, stage: $stage, mustFire: $mustFire)));
    }

    /**
     * Get a fault. (getFault)
     */
    public function get(int $faultId): Fault
    {
        return Fault::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/faults/' . rawurlencode((string) $faultId)));
    }

    /**
     * Delete a fault. (deleteFault)
     */
    public function remove(int $faultId): void
    {
        $this->transport->call('DELETE', '/worlds/' . rawurlencode($this->world) . '/faults/' . rawurlencode((string) $faultId));
    }

    /**
     * Delete all faults. (deleteFaults)
     */
    public function clear(): void
    {
        $this->transport->call('DELETE', '/worlds/' . rawurlencode($this->world) . '/faults');
    }
}
