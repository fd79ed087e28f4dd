<?php

declare(strict_types=1);

namespace Maildouble\Tests;

use Maildouble\Contract\CreateWorld;
use Maildouble\Contract\Settings;
use Maildouble\Contract\TriggerCustomer;
use Maildouble\Contract\TriggerOrder;
use Maildouble\Contract\TriggerOrderLinesItem;
use Maildouble\Exception\RefusedException;
use Maildouble\Maildouble;
use Maildouble\PHPUnit\InWorld;
use Maildouble\PHPUnit\UsesMaildouble;
use PHPUnit\Framework\TestCase;

#[InWorld(scenario: 'starter')]
final class WorldTest extends TestCase
{
    use UsesMaildouble;

    private const LIST = '/lists/aaaaaaaaaa';

    private static ?string $earlier = null;

    /** behaviour:world-per-test */
    public function testEachTestHasAWorldOfItsOwn(): void
    {
        self::$earlier = $this->world->id;
        self::assertSame(200, $this->signUp('lena@acme.test'));
    }

    /** @depends testEachTestHasAWorldOfItsOwn */
    #[\PHPUnit\Framework\Attributes\Depends('testEachTestHasAWorldOfItsOwn')]
    public function testTheWorldOfATestIsDeletedAfterIt(): void
    {
        self::assertSame(200, $this->signUp('lena@acme.test'), 'a member of another test is not here');
        $this->expectException(RefusedException::class);
        Maildouble::shared()->world((string) self::$earlier);
    }

    /** behaviour:reproducible-world */
    public function testTheIdOfAWorldIsMadeFromTheTest(): void
    {
        self::assertSame('the-id-of-a-world-is-made-from-the-test-' . substr(hash('sha256', self::class . '::' . __FUNCTION__), 0, 6), $this->world->id);
    }

    /** behaviour:world-options */
    #[InWorld(scenario: 'newsletter', settings: new Settings(maxLists: 2))]
    public function testATestNamesTheOptionsOfItsWorld(): void
    {
        self::assertSame(2, $this->world->get('/lists')->json()['total_items']);
        self::assertSame(2, $this->world->settings->get()->maxLists);
    }

    #[InWorld(scenario: 'shop')]
    public function testAnOrderOfAStoreIsChangedByWhatAnOrderHas(): void
    {
        $line = new TriggerOrderLinesItem(productId: 'felt-hat', quantity: 2);
        $this->world->triggers->orderPlace(storeId: 'acme-shop', order: new TriggerOrder(id: 'mine', customer: new TriggerCustomer(id: 'c7'), lines: [$line]));
        $change = new TriggerOrder(financialStatus: 'paid', lines: [new TriggerOrderLinesItem(id: '1', quantity: 3)]);
        $this->world->triggers->orderUpdate(storeId: 'acme-shop', orderId: 'mine', order: $change);
        $order = $this->world->get('/ecommerce/stores/acme-shop/orders/mine')->json();
        self::assertSame('paid', $order['financial_status']);
        self::assertSame([3, 'felt-hat'], [$order['lines'][0]['quantity'], $order['lines'][0]['product_id']]);
    }

    /** behaviour:inline-scenario */
    #[InWorld(scenarioInline: ['name' => 'two-lists', 'description' => 'Two lists.', 'lists' => [['name' => 'One'], ['name' => 'Two']]])]
    public function testATestWritesTheScenarioOfItsWorld(): void
    {
        self::assertSame('two-lists', $this->world->scenario);
        self::assertSame(2, $this->world->get('/lists')->json()['total_items']);
    }

    public function testAMistakeInAScenarioOfATestIsRefusedWithItsLine(): void
    {
        $this->expectException(RefusedException::class);
        $this->expectExceptionMessage('line 3, column 1: lists must be a list');
        Maildouble::shared()->createWorld(scenarioInline: "name: mine\ndescription: Mine.\nlists: 1\n");
    }

    /** behaviour:parallel-tests */
    public function testRunsAtTheSameTimeShareNothing(): void
    {
        $run = [PHP_BINARY, $_SERVER['argv'][0], '--no-configuration', '--bootstrap', __DIR__ . '/bootstrap.php', __DIR__ . '/Runs/PassingRun.php'];
        $variables = [...getenv(), 'MAILDOUBLE_URL' => Maildouble::shared()->transport->url];
        $runs = array_map(static fn () => proc_open($run, [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes, null, $variables), range(1, 4));
        self::assertSame([0, 0, 0, 0], array_map(proc_close(...), $runs));
    }

    /** behaviour:unknown-key */
    public function testACallWithAnUnknownKeyIsAnsweredWith401(): void
    {
        $answer = $this->world->open("{$this->world->rootUrl}/3.0/lists");
        self::assertSame(401, $answer->status);
    }

    /** behaviour:snapshot */
    public function testAWorldReturnsToASnapshot(): void
    {
        $this->world->snapshots->take('before');
        self::assertSame(204, $this->world->delete(self::LIST)->status);
        $this->world->snapshots->restore('before');
        self::assertSame(200, $this->world->get(self::LIST)->status);
    }

    /** behaviour:fork */
    public function testAForkHasTheDataOfItsWorldAndChangesIndependently(): void
    {
        $this->signUp('lena@acme.test');
        $fork = $this->world->fork();
        self::assertSame(200, $fork->get(self::LIST . '/members/lena@acme.test')->status);
        $fork->delete(self::LIST);
        self::assertSame(200, $this->world->get(self::LIST)->status);
        $fork->end();
    }

    /** behaviour:why */
    public function testTheHistoryOfAMemberSaysWhichCallMadeIt(): void
    {
        $this->signUp('lena@acme.test');
        $why = $this->world->history->why(entity: 'member', id: 'lena@acme.test');
        self::assertTrue($why->exists);
        self::assertSame('POST /3.0/lists/aaaaaaaaaa/members', $why->history[0]->by);
    }

    /** behaviour:vocabulary */
    public function testAWorldSpeaksTheWordsOfADeployment(): void
    {
        $world = Maildouble::shared()->createWorld(scenario: 'starter', vocabulary: new \Maildouble\Contract\CreateWorldVocabulary(paths: ['lists' => 'mailing-lists']));
        self::assertSame([200, 404], [$world->get('/mailing-lists')->status, $world->get('/lists')->status]);
        $world->end();
    }

    public function testAnInvalidOptionIsRefusedWithItsPlace(): void
    {
        try {
            Maildouble::shared()->createWorld(scenario: 'starterr');
            self::fail('An unknown scenario was accepted.');
        } catch (RefusedException $error) {
            self::assertSame(422, $error->status);
            self::assertTrue($error->pointsTo('/scenario'));
            self::assertStringContainsString('starter', $error->getMessage());
            self::assertSame(1, substr_count($error->getMessage(), 'There is no scenario "starterr"'));
        }
    }

    public function testABodyHasOnlyWhatIsGiven(): void
    {
        self::assertSame('{"scenario":"starter"}', json_encode(new CreateWorld(scenario: 'starter')));
    }

    private function signUp(string $email): int
    {
        return $this->world->post(self::LIST . '/members', ['email_address' => $email, 'status' => 'subscribed'])->status;
    }
}
