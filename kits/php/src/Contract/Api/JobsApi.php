<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract\Api;

use Maildouble\Contract\Job;
use Maildouble\Contract\JobCollection;
use Maildouble\Transport;

/** The operations of the control API about jobs. */
class JobsApi
{
    public function __construct(private Transport $transport, private string $world)
    {
    }

    /**
     * List pending jobs. (getJobs)
     *
     * @param 'account-exports.begin'|'account-exports.write'|'batches.finish'|'batches.operate'|'batches.prepare'|'batches.start'|'deliveries.release'|'deliveries.retry'|'timeline.react'|'timeline.run'|null $kind Only jobs of this kind
     * @param string|null $dueBefore Only jobs that fall due before this instant of the world, ISO 8601
     * @param int|null $limit Maximum number of results
     * @param int|null $offset Number of results to skip
     *
     * @return list<Job>
     */
    public function list(?string $kind = null, ?string $dueBefore = null, ?int $limit = null, ?int $offset = null): array
    {
        return JobCollection::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/jobs', query: ['kind' => $kind, 'due_before' => $dueBefore, 'limit' => $limit, 'offset' => $offset]))->jobs;
    }

    /**
     * Get a pending job. (getJob)
     */
    public function get(string $jobId): Job
    {
        return Job::fromArray($this->transport->call('GET', '/worlds/' . rawurlencode($this->world) . '/jobs/' . rawurlencode((string) $jobId)));
    }
}
