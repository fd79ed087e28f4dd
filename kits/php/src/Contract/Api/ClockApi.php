<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\AdvanceClock;
use Maildouble\Contract\Advanced;
use Maildouble\Contract\Clock;
use Maildouble\Contract\UpdateClock;
use Maildouble\Transport;

/** The operations of the control API about clock. */
class ClockApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * Get the clock and its pending jobs. (getClock)
     */
    public function get(): Clock
    {
        return Clock::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/clock'));
    }

    /**
     * Freeze, run or speed up the clock. (updateClock)
     *
     * @param 'frozen'|'realtime'|'scaled'|null $mode `frozen`: time stands still; `realtime`: it runs with real time; `scaled`: it runs faster or slower by a factor
     * @param int|float|null $rate Seconds that pass per real second; for `scaled` only
     */
    public function update(?string $mode = null, int|float|null $rate = null): Clock
    {
        return Clock::fromArray($this->transport->call('PATCH', '/worlds/' . rawurlencode($this->world) . '/clock', body: new UpdateClock(mode: $mode, rate: $rate)));
    }

    /**
     * Advance the clock. (advanceClock)
     *
     * @param string|int|float|null $by An ISO 8601 duration such as PT31S or P1D, or milliseconds
     * @param string|null $to An instant, ISO 8601
     * @param 'idle'|null $until Advance until no job and no delivery is pending
     * @param string|int|float|null $maxWait Longest real time to wait for deliveries in total, ISO 8601 or milliseconds; default PT60S
     */
    public function advance(
        string|int|float|null $by = null,
        ?string $to = null,
        ?string $until = null,
        string|int|float|null $maxWait = null,
    ): Advanced {
        return Advanced::fromArray($this->transport->call('POST', '/worlds/' . rawurlencode($this->world) . '/clock/advance', body: new AdvanceClock(by: $by, to: $to, until: $until, maxWait: $maxWait)));
    }
}
