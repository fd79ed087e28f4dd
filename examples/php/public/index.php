<?php

// The service: php -S 127.0.0.1:3000 public/index.php

declare(strict_types=1);

use GuzzleHttp\Client;
use SignUp\CallError;
use SignUp\EmailApi;
use SignUp\Mirror;
use SignUp\SignUp;

require_once __DIR__ . '/../vendor/autoload.php';

(static function (): void {
    [$url, $key, $list, $secret, $table] = array_map(
        static fn (string $name): string => getenv($name) ?: throw new RuntimeException("Set {$name} in the environment."),
        ['EMAIL_API_URL', 'EMAIL_API_KEY', 'LIST_ID', 'HOOK_SECRET', 'TABLE'],
    );
    $api = new EmailApi(new Client(['timeout' => 30]), $url, $key);
    $mirror = new Mirror($api, $list, $table);
    $route = $_SERVER['REQUEST_METHOD'] . ' ' . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
    try {
        if ($route === 'POST /signup') {
            $email = trim($_POST['email'] ?? '');
            $outcome = (new SignUp($api, $list))($email, $_POST['name'] ?? '');
            $mirror->refresh($email);
            http_response_code($outcome->value);
            echo $outcome->message();
        } elseif ($route === "POST /hooks/{$secret}") {
            $mirror->receive((string) file_get_contents('php://input'));
            echo 'done';
        } elseif ($route === 'GET /') {
            echo '<!doctype html><html lang="en"><title>Our letters</title><form method="post" action="/signup">',
            '<label>Email <input name="email" type="email" required></label> <label>First name <input name="name"></label> <button>Sign up</button></form></html>';
        } elseif ($route !== "GET /hooks/{$secret}") {
            http_response_code(404);
        }
    } catch (CallError $error) {
        http_response_code($error->isTemporary() ? 503 : 500);
        echo $error->isTemporary() ? 'Please try again later.' : 'Something is wrong here. We have been told.';
    }
})();
