<?php

declare(strict_types=1);

namespace SignUp;

/** Asks people to confirm that they want our letters. */
final readonly class SignUp
{
    /** Meanwhile a person is waiting in front of the form. */
    private const PATIENCE_SECONDS = 10;

    /** What a rejection means to the person, by its title. Any other is a bug of ours, or temporary. */
    private const OUTCOMES = [
        // Added by a concurrent call: usually the same person in another window.
        'Member Exists' => Outcome::Asked,
        // The address bounced, its owner complained, or it was permanently deleted: no API call can resubscribe it.
        'Member In Compliance State' => Outcome::Impossible,
        'Forgotten Email Not Subscribed' => Outcome::Impossible,
        'Invalid Resource' => Outcome::Invalid,
    ];

    public function __construct(private EmailApi $api, private string $list)
    {
    }

    /**
     * Asks a person to confirm, unless they are already on the list. A PUT to the hash of the address states the desired result, not an
     * action, so it can be repeated if its answer was lost, without duplicates on the list.
     */
    public function __invoke(string $email, string $name): Outcome
    {
        if (!str_contains($email, '@')) {
            return Outcome::Invalid;
        }
        $path = EmailApi::memberPath($this->list, $email);
        $fields = $name === '' ? [] : ['merge_fields' => ['FNAME' => $name]];
        try {
            $member = $this->api->call('PUT', $path, ['email_address' => $email, 'status_if_new' => 'pending', ...$fields], self::PATIENCE_SECONDS);
            // A person who left and comes back is asked to confirm as well.
            if (!in_array($member['status'], ['pending', 'subscribed'], true)) {
                $this->api->call('PUT', $path, ['status' => 'pending'], self::PATIENCE_SECONDS);
            }
            return Outcome::Asked;
        } catch (CallError $error) {
            return self::OUTCOMES[$error->title ?? ''] ?? throw $error;
        }
    }
}
