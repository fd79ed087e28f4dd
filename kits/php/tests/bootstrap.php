<?php

declare(strict_types=1);

// Composer's autoloader, or one for packages of a system without Composer.
if (is_file(__DIR__ . '/../vendor/autoload.php')) {
    require __DIR__ . '/../vendor/autoload.php';
} else {
    spl_autoload_register(static function (string $class): void {
        $path = str_replace('\\', '/', $class) . '.php';
        foreach (['Maildouble/Tests/' => __DIR__ . '/', 'Maildouble/' => __DIR__ . '/../src/'] as $prefix => $folder) {
            if (str_starts_with($path, $prefix)) {
                $file = $folder . substr($path, strlen($prefix));
                if (is_file($file)) {
                    require $file;
                }
                return;
            }
        }
    });
    foreach (['GuzzleHttp/Psr7/autoload.php', 'Psr/Http/Client/autoload.php'] as $packaged) {
        require_once $packaged;
    }
}
