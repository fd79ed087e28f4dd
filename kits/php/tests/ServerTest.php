<?php

declare(strict_types=1);

namespace Maildouble\Tests;

use GuzzleHttp\Psr7\Request;
use GuzzleHttp\Psr7\Response;
use Maildouble\Command;
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

    public function testWithoutAServerTheErrorSaysWhatToDo(): void
    {
        $before = ['MAILDOUBLE_COMMAND' => getenv('MAILDOUBLE_COMMAND'), 'PATH' => getenv('PATH')];
        $current = getcwd();
        $folder = sys_get_temp_dir() . '/maildouble-' . bin2hex(random_bytes(8));
        mkdir("{$folder}/node_modules/.bin", 0o700, true);
        mkdir("{$folder}/tests");
        chdir("{$folder}/tests");
        putenv('MAILDOUBLE_COMMAND');
        putenv('PATH=/nowhere');
        try {
            Command::with('serve');
            self::fail('There was a command.');
        } catch (MaildoubleException $error) {
            self::assertStringStartsWith('There is no maildouble to start. Install it with `npm install --save-dev maildouble`', $error->getMessage());
            $program = "{$folder}/node_modules/.bin/maildouble";
            touch($program);
            chmod($program, 0o700);
            self::assertSame([realpath($program), 'serve'], Command::with('serve'));
            unlink($program);
        } finally {
            foreach ($before as $name => $value) {
                putenv($value === false ? $name : "{$name}={$value}");
            }
            chdir($current);
            array_map(rmdir(...), ["{$folder}/node_modules/.bin", "{$folder}/node_modules", "{$folder}/tests", $folder]);
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
