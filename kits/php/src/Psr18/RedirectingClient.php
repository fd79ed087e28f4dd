<?php

declare(strict_types=1);

namespace Maildouble\Psr18;

use Maildouble\World;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/**
 * Sends an SDK's calls for the service's host to a world, and all other calls where they go. Give it to an SDK that takes a PSR-18 client:
 * `new RedirectingClient(new Client(), $this->world, 'api.example.com')`. The SDK needs the key of the world, or any key: the address of
 * the world answers a key of another world with 401.
 */
final readonly class RedirectingClient implements ClientInterface
{
    /** The paths of the service, as in its contract. */
    private const PATHS = ['/3.0', '/schema/3.0', '/oauth2', '/_files', '/_public'];

    /** @param string $host The host of the service: this name and all names below it */
    public function __construct(private ClientInterface $client, private World $world, private string $host)
    {
    }

    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        return $this->client->sendRequest($this->redirected($request));
    }

    private function redirected(RequestInterface $request): RequestInterface
    {
        $uri = $request->getUri();
        $host = strtolower($uri->getHost());
        $service = strtolower($this->host);
        $isOfService = $host === $service || str_ends_with($host, ".{$service}");
        if (!$isOfService || !$this->isPath($uri->getPath())) {
            return $request;
        }
        $base = parse_url($this->world->baseUrl);
        return $request->withUri(
            $uri->withScheme($base['scheme'])->withHost($base['host'])->withPort($base['port'] ?? null)->withPath(($base['path'] ?? '') . $uri->getPath()),
        );
    }

    private function isPath(string $path): bool
    {
        foreach (self::PATHS as $each) {
            if ($path === $each || str_starts_with($path, "{$each}/")) {
                return true;
            }
        }
        return false;
    }
}
