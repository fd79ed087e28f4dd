<?php

declare(strict_types=1);

namespace Maildouble\Tests;

use GuzzleHttp\Psr7\Request;
use GuzzleHttp\Psr7\Response;
use Maildouble\Exception\MaildoubleException;
use Maildouble\Maildouble;
use Maildouble\Psr18\RedirectingClient;
use Maildouble\RunningServer;
use PHPUnit\Framework\TestCase;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

final class ServerTest extends TestCase
{
    /** behaviour:running-server */
    public function testAServerAtAnAddressIsUsed(): void
    {
        $server = RunningServer::start();
        $world = Maildouble::connect($server->url)->createWorld(scenario: 'starter');
        self::assertStringStartsWith($server->url, $world->baseUrl);
        putenv("MAILDOUBLE_URL={$server->url}");
        self::assertSame($server->url, Maildouble::connect()->transport->url);
        putenv('MAILDOUBLE_URL');
        $server->stop();
        $this->expectException(MaildoubleException::class);
        $world->status();
    }

    public function testACommandThatCannotStartAServerIsReported(): void
    {
        $command = getenv('MAILDOUBLE_COMMAND');
        putenv('MAILDOUBLE_COMMAND=' . PHP_BINARY . ' -r exit(3);');
        try {
            RunningServer::start();
            self::fail('It started.');
        } catch (MaildoubleException $error) {
            self::assertStringStartsWith('No maildouble could be started', $error->getMessage());
        } finally {
            putenv($command === false ? 'MAILDOUBLE_COMMAND' : "MAILDOUBLE_COMMAND={$command}");
        }
    }

    public function testCallsOfAnSdkForTheHostOfTheServiceReachTheWorld(): void
    {
        $world = Maildouble::shared()->createWorld(scenario: 'starter');
        $inner = new class implements ClientInterface {
            /** @var list<string> */
            public array $sent = [];

            public function sendRequest(RequestInterface $request): ResponseInterface
            {
                $this->sent[] = (string) $request->getUri();
                return new Response(200);
            }
        };
        $client = new RedirectingClient($inner, $world, 'API.example.com');
        foreach (['https://us1.api.example.com/3.0/lists?count=1', 'https://api.example.com/help', 'https://example.com/3.0/lists'] as $uri) {
            $client->sendRequest(new Request('GET', $uri));
        }
        self::assertSame(["{$world->baseUrl}/3.0/lists?count=1", 'https://api.example.com/help', 'https://example.com/3.0/lists'], $inner->sent);
        $world->end();
    }
}
