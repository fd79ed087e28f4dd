<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The result of a trigger. */
final readonly class Triggered
{
    /**
     * @param 'member.subscribe'|'member.confirm'|'member.unsubscribe'|'member.update'|'member.change_email'|'member.complain'|'member.bounce'|'campaign.send'|'campaign.cancel'|'campaign.open'|'campaign.click'|'campaign.forward'|'campaign.pick_winner'|'feed.publish'|'automation.create'|'automation.enter'|'conversation.reply'|'domain.authenticate'|'site.install_script'|'page.visit'|'order.place'|'order.update'|'cart.fill'|'survey.answer'|'list.delete'|'interest_category.delete'|'interest.delete'|'merge_field.require'|'oauth.approve'|'oauth.refuse'|'oauth.revoke'|'api_key.revoke'|'api_key.restore'|'account.disable'|'account.enable'|'outage.start'|'outage.end'|'event.emit' $trigger The name of a trigger
     * @param list<TriggeredEventsItem> $events The webhook events that it caused, in order, whether or not a webhook is registered for them
     * @param list<int> $deliveries The ids of the deliveries that it caused
     * @param list<TriggeredChangedItem> $changed The objects that it created, changed or deleted; emails are in `emails`
     * @param string|null $code With `oauth.approve`: the authorization code, to be exchanged for a token
     * @param 'access_denied'|null $error With `oauth.refuse`: the error that the application gets
     * @param string|null $errorDescription With `oauth.refuse`: the sentence that comes with the error
     * @param string|null $state With `oauth.approve` and `oauth.refuse`: the `state` that was sent
     */
    public function __construct(
        public string $trigger,
        public array $events,
        public array $deliveries,
        public array $changed,
        public ?string $code = null,
        public ?string $error = null,
        public ?string $errorDescription = null,
        public ?string $state = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            trigger: $data['trigger'],
            events: array_map(TriggeredEventsItem::fromArray(...), $data['events']),
            deliveries: $data['deliveries'],
            changed: array_map(TriggeredChangedItem::fromArray(...), $data['changed']),
            code: $data['code'] ?? null,
            error: $data['error'] ?? null,
            errorDescription: $data['error_description'] ?? null,
            state: $data['state'] ?? null,
        );
    }
}
