<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** A classic automation is made in the web application, with all of its emails. The API can create only workflows of the type `abandonedCart`; this trigger makes workflows of every type. */
final readonly class AutomationCreate implements \JsonSerializable
{
    /**
     * @param string $listId The id of a list
     * @param 'abandonedBrowse'|'abandonedCart'|'api'|'bestCustomers'|'categoryFollowup'|'dateAdded'|'emailFollowup'|'emailSeries'|'groupAdd'|'groupRemove'|'transactional'|'productFollowup'|'purchaseFollowup'|'recurringEvent'|'specialEvent'|'visitUrl'|'welcomeSeries'|'tagAdd'|'singleWelcome' $workflowType The type of the workflow
     * @param list<WorkflowPlanEmail> $emails The emails, in their order
     * @param string|null $id ten hexadecimal digits in lower case: the id, if it should not be generated
     * @param int|null $webId The id in the web application, by which conditions of the type `Automation` name it; default: generated
     * @param string|null $title The title; default: the title of its type
     * @param string|null $fromName Name of the sender; default: the name in the list
     * @param string|null $replyTo Address of the sender; default: the address in the list
     * @param 'save'|'paused'|'sending'|null $status Its state; default: `save`. Emails have the same state unless they say otherwise
     * @param string|null $tag With `tagAdd`: the tag; default: any
     * @param string|null $interest With `groupAdd` and `groupRemove`: the name or the id of the interest; default: any
     * @param string|null $dateField With `recurringEvent` and `specialEvent`: the merge tag of a date or a birthday
     * @param string|null $campaignId With `emailFollowup`: the campaign
     * @param string|null $storeId With types about carts, products and purchases: the store, one of the list; default: all stores of the list
     * @param string|null $productId With `productFollowup`: the product
     * @param string|null $category With `categoryFollowup`: the vendor of the products, in any case
     * @param bool|null $firstOnly With `purchaseFollowup`: whether contacts enter only with their first order; default: no
     * @param int|null $orders With `bestCustomers`: the number of orders that a contact has at least; default: any
     * @param int|float|null $spent With `bestCustomers`: the amount that a contact has spent at least; default: any
     * @param bool|null $imports With `welcomeSeries` and `singleWelcome`: whether members enter whom the API or an administrator subscribes; default: no
     * @param string|null $segment Name of the segment of the list that a member must be in; default: the whole list
     * @param WorkflowPlanRuntime|null $runtime When emails may go out; default: always
     */
    public function __construct(
        public string $listId,
        public string $workflowType,
        public array $emails,
        public ?string $id = null,
        public ?int $webId = null,
        public ?string $title = null,
        public ?string $fromName = null,
        public ?string $replyTo = null,
        public ?string $status = null,
        public ?string $tag = null,
        public ?string $interest = null,
        public ?string $dateField = null,
        public ?string $campaignId = null,
        public ?string $storeId = null,
        public ?string $productId = null,
        public ?string $category = null,
        public ?bool $firstOnly = null,
        public ?int $orders = null,
        public int|float|null $spent = null,
        public ?bool $imports = null,
        public ?string $segment = null,
        public ?WorkflowPlanRuntime $runtime = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            listId: $data['list_id'],
            workflowType: $data['workflow_type'],
            emails: array_map(WorkflowPlanEmail::fromArray(...), $data['emails']),
            id: $data['id'] ?? null,
            webId: $data['web_id'] ?? null,
            title: $data['title'] ?? null,
            fromName: $data['from_name'] ?? null,
            replyTo: $data['reply_to'] ?? null,
            status: $data['status'] ?? null,
            tag: $data['tag'] ?? null,
            interest: $data['interest'] ?? null,
            dateField: $data['date_field'] ?? null,
            campaignId: $data['campaign_id'] ?? null,
            storeId: $data['store_id'] ?? null,
            productId: $data['product_id'] ?? null,
            category: $data['category'] ?? null,
            firstOnly: $data['first_only'] ?? null,
            orders: $data['orders'] ?? null,
            spent: $data['spent'] ?? null,
            imports: $data['imports'] ?? null,
            segment: $data['segment'] ?? null,
            runtime: isset($data['runtime']) ? WorkflowPlanRuntime::fromArray($data['runtime']) : null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'trigger' => 'automation.create',
            'list_id' => $this->listId,
            'workflow_type' => $this->workflowType,
            'emails' => $this->emails,
            'id' => $this->id,
            'web_id' => $this->webId,
            'title' => $this->title,
            'from_name' => $this->fromName,
            'reply_to' => $this->replyTo,
            'status' => $this->status,
            'tag' => $this->tag,
            'interest' => $this->interest,
            'date_field' => $this->dateField,
            'campaign_id' => $this->campaignId,
            'store_id' => $this->storeId,
            'product_id' => $this->productId,
            'category' => $this->category,
            'first_only' => $this->firstOnly,
            'orders' => $this->orders,
            'spent' => $this->spent,
            'imports' => $this->imports,
            'segment' => $this->segment,
            'runtime' => $this->runtime,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
