<?php

// The script that PHP's own server runs for a receiver: it answers as the test says, or includes the application, and writes down each webhook.

declare(strict_types=1);

(static function (): void {
    $folder = (string) getenv('MAILDOUBLE_RECEIVER');
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return;
    }
    $answers = json_decode((string) file_get_contents("{$folder}/answers"), true);
    $status = array_shift($answers);
    if ($status !== null) {
        // The last answer stays.
        file_put_contents("{$folder}/answers", json_encode($answers === [] ? [$status] : $answers));
        http_response_code($status);
    }
    $headers = array_change_key_case(getallheaders());
    $body = (string) file_get_contents('php://input');
    $name = sprintf('%s/%020d', $folder, hrtime(true));
    // At the end, since an application may call exit().
    register_shutdown_function(static function () use ($name, $headers, $body): void {
        $webhook = ['headers' => $headers, 'body' => $body, 'status' => http_response_code()];
        file_put_contents("{$name}.part", json_encode($webhook, JSON_INVALID_UTF8_SUBSTITUTE));
        rename("{$name}.part", "{$name}.json");
    });
    if ($status !== null) {
        exit;
    }
})();

if (getenv('MAILDOUBLE_RECEIVER_APP') !== false) {
    $_SERVER['SCRIPT_FILENAME'] = getenv('MAILDOUBLE_RECEIVER_APP');
    $_SERVER['SCRIPT_NAME'] = '/' . basename($_SERVER['SCRIPT_FILENAME']);
    require $_SERVER['SCRIPT_FILENAME'];
}
