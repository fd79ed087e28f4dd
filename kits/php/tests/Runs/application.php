<?php

// An application that notes what its webhooks say.
if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
    file_put_contents((string) getenv('TABLE'), "{$path} {$_POST['type']} {$_POST['data']['email']}\n", FILE_APPEND);
    http_response_code(202);
    exit;
}
