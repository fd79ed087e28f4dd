<?php

// Stands for Composer's autoloader of examples/php: ROOT is the folder of the repository.
require_once 'GuzzleHttp/autoload.php';
spl_autoload_register(static function (string $class): void {
    $folders = ['SignUp\\Tests\\' => __DIR__ . '/../tests/', 'SignUp\\' => __DIR__ . '/../src/', 'Maildouble\\' => 'ROOT/kits/php/src/'];
    foreach ($folders as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            require_once $folder . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
            return;
        }
    }
});
