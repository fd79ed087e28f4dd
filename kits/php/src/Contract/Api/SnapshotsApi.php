<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\Snapshot;
use Maildouble\Contract\SnapshotCollection;
use Maildouble\Contract\TakeSnapshot;
use Maildouble\Contract\World;
use Maildouble\Transport;

/** The operations of the control API about snapshots. */
class SnapshotsApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * List snapshots. (getSnapshots)
     *
     * @return list<Snapshot>
     */
    public function list(): array
    {
        return SnapshotCollection::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/snapshots'))->snapshots;
    }

    /**
     * Take a snapshot. (takeSnapshot)
     *
     * @param string $name letters, digits, dots, hyphens and underscores, at most 63
     */
    public function take(string $name): Snapshot
    {
        return Snapshot::fromArray($this->transport->call('POST', '/worlds/' . rawurlencode($this->world) . '/snapshots', body: new TakeSnapshot(name: $name)));
    }

    /**
     * Restore a snapshot. (restoreSnapshot)
     */
    public function restore(string $name): World
    {
        return World::fromArray($this->transport->call('POST', '/worlds/' . rawurlencode($this->world) . '/snapshots/' . rawurlencode((string) $name) . '/restore'));
    }

    /**
     * Delete a snapshot. (deleteSnapshot)
     */
    public function delete(string $name): void
    {
        $this->transport->call('DELETE', '/worlds/' . rawurlencode($this->world) . '/snapshots/' . rawurlencode((string) $name));
    }
}
