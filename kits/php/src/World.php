<?php

declare(strict_types=1);

namespace Maildouble;

use Maildouble\Contract\Api\DeliveryFaultsApi;
use Maildouble\Contract\Api\FaultsApi;
use Maildouble\Contract\Api\HistoryApi;
use Maildouble\Contract\Api\JobsApi;
use Maildouble\Contract\Api\OutagesApi;
use Maildouble\Contract\Api\SettingsApi;
use Maildouble\Contract\Api\SnapshotsApi;
use Maildouble\Contract\Api\StateApi;
use Maildouble\Contract\Api\TriggersApi;
use Maildouble\Contract\Api\WorldsApi;
use Maildouble\Contract\World as WorldData;

/** An account with its own data, clock and history. Worlds share nothing, so each test can have its own. */
final class World
{
    public readonly string $id;
    public readonly string $scenario;
    public readonly string $seed;
    /** The datacenter at the end of the key. */
    public readonly string $dc;
    /** The address of the API up to but not including `/3.0`, and a key: configure your application with them. */
    public readonly string $baseUrl;
    public readonly string $apiKey;
    /** The address of the server itself, for clients whose base URL can't have a path. */
    public readonly string $rootUrl;
    public readonly Clock $clock;
    public readonly FaultsApi $faults;
    public readonly DeliveryFaultsApi $deliveryFaults;
    public readonly OutagesApi $outages;
    public readonly TriggersApi $triggers;
    public readonly Requests $requests;
    public readonly Deliveries $deliveries;
    public readonly Emails $emails;
    public readonly SnapshotsApi $snapshots;
    public readonly SettingsApi $settings;
    public readonly StateApi $state;
    public readonly HistoryApi $history;
    public readonly JobsApi $jobs;

    /** @var list<Receiver> */
    private array $receivers = [];

    public function __construct(private readonly Transport $transport, public readonly WorldData $data)
    {
        $this->id = $data->id;
        $this->scenario = $data->scenario;
        $this->seed = $data->seed;
        $this->dc = $data->dc;
        $this->baseUrl = $data->baseUrl;
        $this->apiKey = $data->apiKey;
        $this->rootUrl = $data->rootUrl;
        $this->clock = new Clock($transport, $data->id);
        $this->faults = new FaultsApi($transport, $data->id);
        $this->deliveryFaults = new DeliveryFaultsApi($transport, $data->id);
        $this->outages = new OutagesApi($transport, $data->id);
        $this->triggers = new TriggersApi($transport, $data->id);
        $this->requests = new Requests($transport, $data->id);
        $this->deliveries = new Deliveries($transport, $data->id);
        $this->emails = new Emails($transport, $data->id);
        $this->snapshots = new SnapshotsApi($transport, $data->id);
        $this->settings = new SettingsApi($transport, $data->id);
        $this->state = new StateApi($transport, $data->id);
        $this->history = new HistoryApi($transport, $data->id);
        $this->jobs = new JobsApi($transport, $data->id);
    }

    public function get(string $path): Answer
    {
        return $this->request('GET', $path);
    }

    /** @param array<mixed>|null $body */
    public function post(string $path, ?array $body = null): Answer
    {
        return $this->request('POST', $path, $body);
    }

    /** @param array<mixed>|null $body */
    public function put(string $path, ?array $body = null): Answer
    {
        return $this->request('PUT', $path, $body);
    }

    /** @param array<mixed>|null $body */
    public function patch(string $path, ?array $body = null): Answer
    {
        return $this->request('PATCH', $path, $body);
    }

    public function delete(string $path): Answer
    {
        return $this->request('DELETE', $path);
    }

    /** Opens a link that the service has sent or answered with: of an email, or of the results of a batch. */
    public function open(string $url): Answer
    {
        return $this->transport->send('GET', $url);
    }

    /**
     * Calls the service with the key of this world.
     *
     * @param string $path below `/3.0`, such as `/lists`
     * @param array<mixed>|null $body sent as JSON
     */
    public function request(string $method, string $path, ?array $body = null): Answer
    {
        $json = $body === null ? null : json_encode($body === [] ? new \stdClass() : $body, JSON_THROW_ON_ERROR);
        $headers = ["authorization: Bearer {$this->apiKey}", 'content-type: application/json'];
        return $this->transport->send($method, "{$this->baseUrl}/3.0{$path}", $headers, $json);
    }

    /**
     * Receives webhooks on a free port of this machine, in a process of PHP's own server. With `list` or `batches` it is registered at the
     * service; otherwise your application registers its `url`.
     *
     * @param string|null $list The list whose webhooks it receives
     * @param list<value-of<Contract\ListEvents::ALL>>|null $events The events; by default all
     * @param list<'user'|'admin'|'api'>|null $sources The sources of the events; by default all
     * @param bool $batches Whether it receives the webhooks of batches instead
     * @param string $path The path of its URL
     * @param string|null $app The script of your application that answers the webhooks, such as `public/index.php`
     * @param array<string, string> $environment Environment variables of the application
     */
    public function receiver(
        ?string $list = null,
        ?array $events = null,
        ?array $sources = null,
        bool $batches = false,
        string $path = '/',
        ?string $app = null,
        array $environment = [],
    ): Receiver {
        $receiver = Receiver::open($this, $path, $app, $environment);
        $this->receivers[] = $receiver;
        if ($list !== null || $batches) {
            $receiver->register($batches ? '/batch-webhooks' : '/lists/' . rawurlencode((string) $list) . '/webhooks', $events, $sources);
        }
        return $receiver;
    }

    /** A second world with the same state and its own key. Delete it when you are done. */
    public function fork(?string $id = null): self
    {
        return new self($this->transport, $this->worlds()->fork($this->id, id: $id));
    }

    /** Resets the world to the start of its scenario. Snapshots stay. */
    public function reset(): void
    {
        $this->worlds()->reset($this->id);
        $this->clock->tell();
    }

    /** The current time and row counts. */
    public function status(): WorldData
    {
        return $this->worlds()->get($this->id);
    }

    /** Closes the receivers, and deletes the world: its key is then refused. */
    public function end(): void
    {
        foreach ($this->receivers as $receiver) {
            $receiver->close();
        }
        $this->worlds()->delete($this->id);
    }

    private function worlds(): WorldsApi
    {
        return new WorldsApi($this->transport);
    }
}
