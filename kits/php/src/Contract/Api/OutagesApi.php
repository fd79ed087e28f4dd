<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\Outage;
use Maildouble\Contract\OutageCollection;
use Maildouble\Transport;

/** The operations of the control API about outages. */
class OutagesApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * List outages. (getOutages)
     *
     * @return list<Outage>
     */
    public function list(): array
    {
        return OutageCollection::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/outages'))->outages;
    }

    /**
     * Start an outage. (startOutage)
     */
    public function start(string $outage): Outage
    {
        return Outage::fromArray($this->transport->call('PUT', '/worlds/' . rawurlencode($this->world) . '/outages/' . rawurlencode((string) $outage)));
    }

    /**
     * End an outage. (endOutage)
     */
    public function end(string $outage): Outage
    {
        return Outage::fromArray($this->transport->call('DELETE', '/worlds/' . rawurlencode($this->world) . '/outages/' . rawurlencode((string) $outage)));
    }
}
