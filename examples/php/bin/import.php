<?php

// The nightly import, for cron: php bin/import.php customers.txt, with one address a line.

declare(strict_types=1);

use GuzzleHttp\Client;
use SignUp\EmailApi;
use SignUp\Import;

require_once __DIR__ . '/../vendor/autoload.php';

$emails = file($argv[1] ?? throw new RuntimeException('Name the file with the addresses.'), FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES);
$api = new EmailApi(new Client(['timeout' => 30]), (string) getenv('EMAIL_API_URL'), (string) getenv('EMAIL_API_KEY'));
['added' => $added, 'known' => $known, 'failed' => $failed] = (new Import($api, (string) getenv('LIST_ID')))($emails);
echo "{$added} added, {$known} known, ", count($failed), " failed\n";
foreach ($failed as $email => $why) {
    echo "  {$email}: {$why}\n";
}
exit($failed === [] ? 0 : 1);
