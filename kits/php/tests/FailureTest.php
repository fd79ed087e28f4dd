<?php

declare(strict_types=1);

namespace Maildouble\Tests;

use PHPUnit\Framework\TestCase;

final class FailureTest extends TestCase
{
    private string $folder;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/maildouble-failures-' . bin2hex(random_bytes(6));
    }

    protected function tearDown(): void
    {
        foreach ([...(glob("{$this->folder}/*/*") ?: []), "{$this->folder}/.gitignore"] as $file) {
            @unlink($file);
        }
        array_map(rmdir(...), glob("{$this->folder}/*") ?: []);
        @rmdir($this->folder);
    }

    /** behaviour:story behaviour:own-server */
    public function testAFailedTestListsWhatHappenedInItsWorld(): void
    {
        [$status, $output] = $this->runPHPUnit('testTheMemberIsGone');
        self::assertSame(1, $status, $output);
        foreach (['POST /lists/aaaaaaaaaa/members → 200', 'trigger member.unsubscribe lena@acme.test', 'advance PT2M', 'maildouble inspect'] as $line) {
            self::assertStringContainsString($line, $output);
        }
    }

    /** behaviour:artifacts */
    public function testAFailedTestLeavesFilesAndAPassedTestRemovesThem(): void
    {
        $this->runPHPUnit('testTheMemberIsGone');
        self::assertCount(3, glob("{$this->folder}/the-member-is-gone-*/*") ?: [], 'bundle, journal and HAR');
        [$status, $output] = $this->runPHPUnit('testTheMemberIsGone', ['REPAIRED' => '1']);
        self::assertSame(0, $status, $output);
        self::assertDirectoryDoesNotExist($this->folder);
    }

    /** behaviour:fault-that-must-fire */
    public function testATestFailsIfItsFaultHasNotFired(): void
    {
        [$status, $output] = $this->runPHPUnit('testTheFaultNeverFires');
        self::assertSame(1, $status, $output);
        self::assertStringContainsString('fault 1 never fired, 0 calls matched it: {"operation":"addMember"}', $output);
        self::assertStringContainsString('GET /ping → 200', $output);
    }

    /** behaviour:coverage-report */
    public function testTheCoverageOfTheContractIsWrittenIfAskedFor(): void
    {
        $file = "{$this->folder}.md";
        $this->runPHPUnit('testTheMemberIsGone', ['REPAIRED' => '1', 'MAILDOUBLE_COVERAGE' => $file]);
        self::assertStringContainsString('addMember', (string) file_get_contents($file));
        unlink($file);
    }

    /**
     * @param array<string, string> $variables
     * @return array{int, string}
     */
    private function runPHPUnit(string $test, array $variables = []): array
    {
        $command = [PHP_BINARY, $_SERVER['argv'][0], '--no-configuration', '--bootstrap', __DIR__ . '/bootstrap.php', '--filter', $test, __DIR__ . '/Runs/FailingRun.php'];
        $inherited = array_diff_key(getenv(), ['MAILDOUBLE_URL' => true]);
        $output = tmpfile();
        $run = proc_open($command, [['file', '/dev/null', 'r'], $output, $output], $pipes, null, [...$inherited, 'MAILDOUBLE_FAILURES' => $this->folder, ...$variables]);
        $status = proc_close($run);
        rewind($output);
        return [$status, (string) stream_get_contents($output)];
    }
}
